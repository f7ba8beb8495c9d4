import type { z } from "zod";
import { appRouter } from "@/features";

// tRPC has no public way to list the procedures of a router or to name its transformer; its own adapters read this field.
const { procedures, _config } = appRouter._def;

/** Turns inputs and outputs into JSON and back. */
export const { transformer } = _config;

export const procedureNames = Object.keys(procedures);

export const mutationNames = procedureNames.filter((name) => Reflect.get(procedures, name)._def.type === "mutation");

/** True if the procedure's schemas accept the input. */
export function takes(name: string, input: unknown): boolean {
  const { inputs } = Reflect.get(procedures, name)._def as { inputs: z.ZodType[] };
  return inputs.every((schema) => schema.safeParse(input).success);
}
