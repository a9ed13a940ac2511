// When an exchange trades: the same calculation as indicators/trading_hours.py, over the same calendar.
// Everything is in milliseconds UTC; the reader's own time zone plays no part.

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
const clocks = new Map();

function clock(zone) {
  if (!clocks.has(zone)) {
    clocks.set(zone, new Intl.DateTimeFormat("en-US", {
      timeZone: zone, calendar: "gregory", numberingSystem: "latn", hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit",
      hour: "2-digit", minute: "2-digit", second: "2-digit",
    }));
  }
  return clocks.get(zone);
}

/** The wall clock of a zone at an instant, as if it were UTC. */
function wall(zone, instant) {
  const part = {};
  for (const { type, value } of clock(zone).formatToParts(instant)) part[type] = Number(value);
  return Date.UTC(part.year, part.month - 1, part.day, part.hour, part.minute, part.second);
}

/** The instant at which a zone's wall clock shows a local day and "HH:MM". */
function instantOf(zone, day, time) {
  const shown = Date.parse(`${day}T${time}:00Z`);
  const offset = (instant) => wall(zone, instant) - instant;
  // The second look is for days on which the clocks change between the guess and the answer.
  return shown - offset(shown - offset(shown));
}

function isoDay(utc) {
  return new Date(utc).toISOString().slice(0, 10);
}

/** What a clock on the wall there says: "09:05". */
export function localTime(zone, instant) {
  return new Date(wall(zone, Math.floor(instant / 1000) * 1000)).toISOString().slice(11, 16);
}

/** Start and end of each session of a local day. */
export function sessionsOn(exchange, day) {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (weekday === 0 || weekday === 6 || exchange.closed.includes(day)) return [];
  const hours = exchange.short_days[day] ?? exchange.hours;
  return hours.map(([start, end]) => [
    instantOf(exchange.zone, day, start), instantOf(exchange.zone, day, end),
  ]);
}

/** {status: "open" | "break" | "closed", opensAt, closesAt}; opensAt is the next start, also when open. */
export function stateAt(exchange, now) {
  const today = isoDay(wall(exchange.zone, Math.floor(now / 1000) * 1000));
  // Holidays past the calendar are not known.
  if (today > exchange.covered_until) return { status: "closed", opensAt: null, closesAt: null };
  const sessions = sessionsOn(exchange, today);
  const running = sessions.find(([start, end]) => start <= now && now < end);
  const between = sessions.length > 1 && sessions[0][1] <= now && now < sessions.at(-1)[0];
  let opensAt = null;
  for (let day = today; day <= exchange.covered_until && opensAt === null;) {
    opensAt = sessionsOn(exchange, day).find(([start]) => start > now)?.[0] ?? null;
    day = isoDay(Date.parse(`${day}T00:00:00Z`) + DAY);
  }
  return {
    status: running ? "open" : between ? "break" : "closed", opensAt, closesAt: running ? running[1] : null,
  };
}

/** "2 d 3 h", "5 h 12 min", "42 min", and in the last minute "42 s", with the units of `words`. */
export function duration(milliseconds, words) {
  const seconds = Math.max(0, Math.ceil(milliseconds / 1000));
  if (seconds < 60) return `${seconds} ${words.seconds}`;
  const all = Math.max(1, Math.floor(milliseconds / MINUTE));
  const [days, hours, minutes] = [Math.floor(all / 1440), Math.floor(all / 60) % 24, all % 60];
  if (days) return `${days} ${words.days} ${hours} ${words.hours}`;
  if (hours) return `${hours} ${words.hours} ${minutes} ${words.minutes}`;
  return `${minutes} ${words.minutes}`;
}

/** How long until the texts change: the next whole minute, or the next second in a last minute. */
export function untilNextTick(now, moments) {
  const step = moments.some((moment) => moment !== null && moment - now <= MINUTE + 1000) ? 1000 : MINUTE;
  return step - (now % step) + 5; // a little late rather than a little early
}
