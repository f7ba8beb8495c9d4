import { institute } from "@/content/institute";

/** The first and the last class of the institute. The database accepts 1 to 12 (spec §9). */
export const { from: firstClass, to: lastClass } = institute.classes;

/** The classes of the institute, in order. */
export const classes = [...Array(lastClass + 1).keys()].slice(firstClass);

/** Reads `7`, `"7"` and `"Class 7"` as 7 (decision 10); undefined for anything else, and for a class that is not among these. */
export function classOf(value: unknown, among: readonly number[] = classes): number | undefined {
  const digits = typeof value !== "object" && /^(?:class\s+)?(\d{1,2})$/i.exec(String(value).trim())?.[1];
  return among.find((one) => one === Number(digits));
}
