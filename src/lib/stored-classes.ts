import { classes } from "./classes";

/** The classes that the database takes (spec §9): rows of one that the institute has no longer stay. */
export const storedClasses = [...Array(13).keys()].slice(1);

/** Like `classOf`, for a class that rows have already. Public pages load `classOf` alone. */
export function storedClassOf(value: unknown): number | undefined {
  const digits = typeof value !== "object" && /^(?:class\s+)?(\d{1,2})$/i.exec(String(value).trim())?.[1];
  return storedClasses.find((one) => one === Number(digits));
}

/** The classes of the institute, and those that rows have beside them. */
export function classesWith(...kept: (string | number | undefined)[]): number[] {
  const had = kept.flatMap((one) => storedClassOf(one) ?? []);
  return storedClasses.filter((one) => classes.includes(one) || had.includes(one));
}
