import { classes, classOf } from "./classes";

/** The classes that the database takes (spec §9): rows of one that the institute has no longer stay. */
export const storedClasses = [...Array(13).keys()].slice(1);

/** Like `classOf`, for a class that rows have already. The scripts of public pages do without this file. */
export const storedClassOf = (value: unknown): number | undefined => classOf(value, storedClasses);

/** The classes of the institute, and those that rows have beside them. */
export function classesWith(...kept: (string | number | undefined)[]): number[] {
  const had = kept.flatMap((one) => storedClassOf(one) ?? []);
  return storedClasses.filter((one) => classes.includes(one) || had.includes(one));
}
