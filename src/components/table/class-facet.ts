import { classesWith } from "@/lib/stored-classes";
import type { Facet } from "./facet";

/** The filter by class: the institute's classes, and the one in the address. */
export function classFacet(label: string, asked: string | number | undefined): Facet {
  const options = classesWith(asked).map((number) => ({ value: String(number), label: `Class ${number}` }));
  return { name: "class", label, options };
}
