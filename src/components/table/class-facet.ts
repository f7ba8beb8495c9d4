import { classesWith } from "@/lib/stored-classes";
import type { Facet } from "./facet";

/** The filter by class: those of the institute, and the one that the address asks for. */
export function classFacet(label: string, asked: string | number | undefined): Facet {
  const options = classesWith(asked).map((number) => ({ value: String(number), label: `Class ${number}` }));
  return { name: "class", label, options };
}
