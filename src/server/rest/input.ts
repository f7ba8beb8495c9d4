import "server-only";
import { type ZodType, z } from "zod";
import { say } from "@/lib/messages";
import { appErrorOf, inputErrorOf } from "@/server/trpc/trpc";

type OfBody = { var: { body: unknown } };

/** The request body, unparsed: the procedure parses it with its own schema. */
export function bodyOf<Input>(context: OfBody): Input {
  return context.var.body as Input;
}

/** The request body, parsed with the call's own schema, which is stricter than the procedure's. @throws AppError BAD_REQUEST */
export function readBody<Schema extends ZodType>({ var: { body } }: OfBody, schema: Schema): z.output<Schema> {
  const read = schema.safeParse(body);
  if (!read.success) throw inputErrorOf(read.error);
  return read.data;
}

/** {@link readBody} of a call that needs a right: the procedure first refuses callers who lack that right. @throws AppError */
export async function readAllowed<Schema extends ZodType, Input>(
  context: OfBody,
  schema: Schema,
  call: (input: Input) => Promise<unknown>,
): Promise<z.output<Schema>> {
  if (!schema.safeParse(context.var.body).success)
    await call(bodyOf({ var: { body: {} } })).catch((error: unknown) => {
      if (appErrorOf(error).code !== "BAD_REQUEST") throw error;
    });
  return readBody(context, schema);
}

const change = z
  .looseObject({})
  .refine((body) => !Object.hasOwn(body, "id"), { path: ["id"], error: say("unknownFields", ["id"]) });

type OfRow = { req: { param: (name: "id") => string } };

/** The `id` of the path, as the input of a procedure. */
export const idOf = (context: OfRow): { id: string } => ({ id: context.req.param("id") });

/** Like {@link bodyOf}, for the row that the path names: an object, with the `id` of the path. @throws AppError BAD_REQUEST */
export function changeOf<Input extends { id: string }>(context: OfRow & OfBody): Input {
  const { error } = change.safeParse(context.var.body);
  if (error) throw inputErrorOf(error);
  return { ...bodyOf<Input>(context), ...idOf(context) };
}
