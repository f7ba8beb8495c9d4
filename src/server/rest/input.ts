import "server-only";

/** The body, as it was sent. It has no type yet: the procedure that it is handed to reads it with its own schema. */
export function bodyOf<Input>(context: { var: { body: unknown } }): Input {
  return context.var.body as Input;
}
