import { classes, classOf } from "./classes";

/** The classes that the database accepts (spec §9): rows stay even if the institute no longer has their class. */
export const storedClasses = [...Array(13).keys()].slice(1);

/** Like `classOf`, for a class that rows have already. A separate file, so that public pages need not load it. */
export const storedClassOf = (value: unknown): number | undefined => classOf(value, storedClasses);

/** The classes of the institute, and others that rows have. */
export function classesWith(...kept: (string | number | undefined)[]): number[] {
  const had = kept.flatMap((one) => storedClassOf(one) ?? []);
  return storedClasses.filter((one) => classes.includes(one) || had.includes(one));
}
