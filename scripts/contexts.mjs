// What follows a request through its promises and timers: its id, its transaction, and five such stores of Next and React.
// Node notes each store on each promise, tick and timer of the process by itself, which every answer pays for once the first
// page was made. Here all of them are one, as they are in Node 24.
import hooks, { AsyncLocalStorage } from "node:async_hooks";
import { syncBuiltinESMExports } from "node:module";

/** What is stored at the moment. @type {AsyncLocalStorage<ReadonlyMap<SharedStorage<any>, any>>} */
const frames = new AsyncLocalStorage();

/**
 * Node's `AsyncLocalStorage`, as far as Next, React and we use it; all of these are kept as one. What is set by `enterWith`
 * or put away by `disable` is so for the work at hand, up to the end of the `run` around it.
 * @template Store
 */
export class SharedStorage {
  static bind = AsyncLocalStorage.bind;
  static snapshot = AsyncLocalStorage.snapshot;

  /** @returns {Store | undefined} */
  getStore() {
    return frames.getStore()?.get(this);
  }

  /** @param {Store | undefined} store */
  enterWith(store) {
    frames.enterWith(new Map(frames.getStore()).set(this, store));
  }

  /**
   * @template {unknown[]} Given
   * @template Answer
   * @param {Store | undefined} store
   * @param {(...given: Given) => Answer} work
   * @param {Given} given
   */
  run(store, work, ...given) {
    return frames.run(new Map(frames.getStore()).set(this, store), work, ...given);
  }

  /**
   * @template {unknown[]} Given
   * @template Answer
   * @param {(...given: Given) => Answer} work
   * @param {Given} given
   */
  exit(work, ...given) {
    return this.run(undefined, work, ...given);
  }

  disable() {
    this.enterWith(undefined);
  }
}

/** Has all that is loaded from now on use {@link SharedStorage}, where Node does not work that way by itself. */
export function shareContexts() {
  if (Number.parseInt(process.versions.node, 10) >= 24) return;
  // Of Node 22, it is a property that can only be read.
  Object.defineProperty(hooks, "AsyncLocalStorage", { value: SharedStorage });
  syncBuiltinESMExports();
}
