import { expect, it } from "vitest";
import type { z } from "zod";
import { inWords } from "@/lib/errors";
import { inputErrorOf } from "@/server/trpc/trpc";
import { inputsOf, procedureNames } from "../harness/procedures";

type Definition = {
  [Part in "innerType" | "in" | "out" | "element"]?: z.ZodType;
} & { options?: z.ZodType[]; shape?: Record<string, z.ZodType> };

/** Inputs with one value in each field of a schema, at any depth, and nothing else. */
function* filled(schema: z.ZodType, put: unknown): Generator<unknown> {
  yield put;
  const { innerType, in: from, out, element, options = [], shape = {} } = schema.def as Definition;
  for (const part of [innerType, from, out, ...options]) if (part) yield* filled(part, put);
  for (const [name, field] of Object.entries(shape)) for (const value of filled(field, put)) yield { [name]: value };
  if (element) for (const value of filled(element, put)) yield [value];
}

it.each(procedureNames)("%s refuses a field of the wrong kind with a sentence that says what it must be", (name) => {
  const others: string[] = [];
  for (const schema of inputsOf(name))
    for (const put of [null, true, -1.5, "x", [], {}])
      for (const json of filled(schema, put)) {
        const { error } = schema.safeParse(json);
        for (const { path, message } of (error && inWords(inputErrorOf(error)).issues) ?? [])
          if (!/^\S+ .*(\.|at least 6 characters)$/.test(message) || /^What was sent must be (null|text)/.test(message))
            others.push(`${path} in ${JSON.stringify(json)}: ${message}`);
      }
  expect(others).toEqual([]);
});
