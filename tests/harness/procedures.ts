import type { z } from "zod";
import { appRouter } from "@/features";

// tRPC has no public way to list the procedures of a router or to name its transformer; its own adapters read this field.
const { procedures, _config } = appRouter._def;

/** Turns inputs and outputs into JSON and back. */
export const { transformer } = _config;

export const procedureNames = Object.keys(procedures);

export const mutationNames = procedureNames.filter((name) => Reflect.get(procedures, name)._def.type === "mutation");

/** The schemas of a procedure's input. */
export const inputsOf = (name: string): z.ZodType[] => Reflect.get(procedures, name)._def.inputs;

/** True if the procedure's schemas accept the input. */
export function takes(name: string, input: unknown): boolean {
  return inputsOf(name).every((schema) => schema.safeParse(input).success);
}
