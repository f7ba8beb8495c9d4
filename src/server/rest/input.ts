import "server-only";

/** The request body, unparsed: the procedure parses it with its own schema. */
export function bodyOf<Input>(context: { var: { body: unknown } }): Input {
  return context.var.body as Input;
}
