// "Try with an example": a state that is kept nowhere, in the place of the reader's own.

// Undefined where the script does not come.
const made = () => import("../example.js").then((found) => found.exampleState(), () => undefined);

/** `viewer` shows `state` while it is not null. */
export class Example {
  constructor(viewer) {
    Object.assign(this, { viewer, state: null });
  }

  /** Changes the example alone: nothing of it is written. */
  change(change) {
    this.state = change(this.state);
    this.viewer.show();
    return true;
  }

  /** Shows the made-up file, or puts it away. */
  async toggle() {
    const next = this.state ? null : await made();
    const { viewer } = this;
    if (next === undefined) return viewer.tell(viewer.dataset.notLoaded);
    this.state = next;
    viewer.show();
    viewer.tell(next ? "" : viewer.dataset.exampleGone);
    document.querySelector(next ? ".example" : "h1").focus();
    return viewer.ask();
  }
}
