/** The order of names, sections and numbers in whole lists: `Özdemir` comes before `Zimmer`, and 9 before 10 (decision 384). */
export const { compare: byName } = new Intl.Collator("en", { numeric: true });

type Placed = { section: string | null; rollNo: string | null; name: string };

const numberIn = (rollNo: string | null) =>
  /\d/.test(rollNo ?? "") ? Number(rollNo?.replaceAll(/\D/g, "")) : Infinity;
const compared = (one: string | number, other: string | number) => (one < other ? -1 : Number(one > other));

/**
 * The order of a class: by section and roll number, then, for students without a number, by name. Students of the same name
 * keep their order.
 */
export function inRollOrder(one: Placed, other: Placed): number {
  return (
    compared(one.section ?? "", other.section ?? "") ||
    compared(numberIn(one.rollNo), numberIn(other.rollNo)) ||
    compared(one.rollNo ?? "~", other.rollNo ?? "~") ||
    byName(one.name, other.name)
  );
}
