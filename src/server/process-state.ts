/** State of the whole process: Next bundles pages and route handlers apart, each with an instance of every module. */
export function processState<State extends object>(): State {
  return globalThis as typeof globalThis & State;
}
