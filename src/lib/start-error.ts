/** Why the product cannot start or a command cannot run; its message is one sentence for the person at the console. */
export class StartError extends Error {
  override name = "StartError";
}
