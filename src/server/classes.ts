import "server-only";
import { classOf } from "@/lib/classes";
import { fieldError } from "@/lib/errors";
import { classWanted } from "@/lib/fields";

/** Refuses a class that the institute does not have, unless the row has it already (decision 286). @throws AppError BAD_REQUEST */
export function requireClass(className: number, kept: readonly (number | null)[], field = "className"): void {
  if (classOf(className) === undefined && !kept.includes(className)) throw fieldError(field, classWanted);
}
