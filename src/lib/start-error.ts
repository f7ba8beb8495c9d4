/** The product cannot start, or a command cannot run; the message is one sentence for the console. */
export class StartError extends Error {
  override name = "StartError";
}
