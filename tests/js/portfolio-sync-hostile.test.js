// The encrypted copy with answers and copies that no honest service or browser gives: told, and nothing here is lost.

import assert from "node:assert/strict";
import { test } from "node:test";

import { seal } from "../../static/js/portfolio/crypto.js";
import { PIN, SALT, another, device, pie, shared } from "./sync-devices.js";
import { Service, reply } from "./sync-service.js";

const PHASES = ["checking", "closed", "absent", "locked", "open", "conflict", "unreadable"];
const whole = (bytes) => Buffer.from(bytes).toString("base64");

/** The deed ends, the reader sees a phase and why, the holdings are as before, and nothing was written. */
async function holds(found, service, deed) {
  const before = found.pies();
  const { row } = service;
  await deed();
  const { phase, note, busy } = found.session;
  assert.ok(PHASES.includes(phase), phase);
  assert.equal(busy, false);
  assert.deepEqual(found.pies(), before);
  assert.equal(service.row, row);
  return { phase, note };
}

const BODIES = {
  null: null, array: [], text: "ok", number: 7, empty: {},
  "kdf is no base64": { exists: true, version: 1, bytes: 9, updated_at: "2026-11-21T09:00:00Z", kdf: "\u0000%%%" },
  "kdf is a number": { exists: true, version: 1, bytes: 9, updated_at: "2026-11-21T09:00:00Z", kdf: 5 },
  "kdf is short": { exists: true, version: 1, bytes: 9, updated_at: "2026-11-21T09:00:00Z", kdf: whole("PFS1") },
  "version is a text": { exists: true, version: "many", bytes: "x", updated_at: "never", kdf: whole("PFS1") },
};
for (const [what, body] of Object.entries(BODIES)) {
  test(`hostile: a status whose body is ${what} is told when the PIN is typed`, async () => {
    const { service } = await shared();
    const found = device(service, [pie("b")]);
    await found.session.start();
    service.next = [reply(200, body)];
    const { phase, note } = await holds(found, service, () => found.session.unlock(PIN));
    assert.notEqual(phase, "open");
    assert.ok(note, `${phase} without a word why`);
  });
}

const LOADS = {
  "no base64": { blob: "%%%", version: 1, updated_at: "x" }, missing: { version: 1 }, "a number": { blob: 3, version: 1 },
  null: { blob: null, version: 1 }, empty: { blob: "", version: 1 }, "five megabytes": { blob: "A".repeat(5_000_000), version: 1 },
  "no object": null, "a list": [1],
};
for (const [what, body] of Object.entries(LOADS)) {
  test(`hostile: a copy that is ${what} opens nothing`, async () => {
    const { service } = await shared();
    const found = device(service, [pie("b")]);
    await found.session.start();
    service.next = [reply(200, service.status()), reply(200, body)];
    const { phase, note } = await holds(found, service, () => found.session.unlock(PIN));
    assert.equal(phase, "locked");
    assert.ok(note);
  });
}

const COSTS = { none: 0, cheap: 1, little: 599_999, endless: 2 ** 32 - 1 };
for (const [what, cost] of Object.entries(COSTS)) {
  test(`hostile: ${what} cost of the key (${cost}) is refused before the PIN is used`, async () => {
    const { service } = await shared();
    const found = device(service);
    await found.session.start();
    const status = service.status();
    const kdf = Buffer.from(status.kdf, "base64");
    kdf.writeUInt32BE(cost, 8);
    service.asked();
    service.next = [reply(200, { ...status, kdf: kdf.toString("base64") })];
    await holds(found, service, () => found.session.unlock(PIN));
    assert.deepEqual(service.asked(), ["GET /status"]); // no key was shown
  });
}

const STATES = {
  "an array": "[]", null: "null", text: "\"x\"", "no JSON": "{", "a prototype": "{\"__proto__\":{\"pies\":[]},\"version\":1}",
  "pies that are none": "{\"version\":1,\"pies\":[1,null,\"x\",{}]}", "endless depth": `${"[".repeat(50_000)}${"]".repeat(50_000)}`,
  "amounts that are none": JSON.stringify({ version: 1, pies: [{ ...pie("x"), value: "many", positions: [{ name: {}, quantity: "1e999" }] }] }),
};
for (const [what, text] of Object.entries(STATES)) {
  test(`hostile: a copy that was sealed with the PIN and holds ${what} changes nothing here`, async () => {
    const { service } = await shared();
    const envelope = await seal(text, PIN, { salt: SALT }).catch(() => null);
    if (envelope === null) return; // the browser itself does not seal it
    const first = device(service, [pie("b")]);
    await first.session.start();
    service.row = { ...service.row, blob: whole(envelope) };
    service.load = () => reply(200, { blob: service.row.blob, version: 1, updated_at: "2026-11-21T09:00:00Z" });
    const { phase } = await holds(first, service, () => first.session.unlock(PIN));
    assert.ok(["locked", "conflict"].includes(phase), phase);
  });
}

test("hostile: a save that is answered with nonsense is not taken for saved", async () => {
  for (const body of [null, [], {}, { version: "9" }, { version: -1 }, { version: 1e300 }]) {
    const { service, first } = await shared();
    service.next = [reply(200, body)];
    first.add(pie("b"));
    await first.clock.pass();
    assert.notEqual([first.session.note, first.session.pending].join(), ",false", JSON.stringify(body));
    service.next = [];
    await first.clock.pass();
    assert.equal(first.session.phase, "open");
    assert.equal(first.session.pending, false);
  }
});

test("hostile: two devices and two tabs over a copy that a third one keeps replacing lose no pie of their own", async () => {
  const { service, first } = await shared();
  const second = await another(service);
  const tab = await another(service, [], second.shelf);
  for (let round = 0; round < 4; round += 1) {
    const stored = service.row;
    service.row = { ...stored, blob: whole(Buffer.alloc(1080, round)), version: stored.version + 1 }; // somebody with the session
    first.add(pie(`one${round}`));
    second.add(pie(`two${round}`));
    tab.add(pie(`tab${round}`));
    for (const each of [first, second, tab]) if (each.clock.ms !== null) await each.clock.pass();
    assert.ok(first.pies().some((each) => each.startsWith(`one${round}`)));
    assert.ok(second.pies().some((each) => each.startsWith(`two${round}`)));
    assert.ok(second.pies().some((each) => each.startsWith(`tab${round}`)));
    service.row = { ...stored, version: stored.version + 2 };
  }
  assert.deepEqual([first, second, tab].map(({ session }) => session.busy), [false, false, false]);
});
