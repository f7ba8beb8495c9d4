import { classes } from "@/lib/classes";

type ClassOptionsProps = { short?: boolean; of?: readonly number[] };

/** The options of all classes, or `of` these: `Class 7`, or `7` if a label says that they are classes. */
export function ClassOptions({ short = false, of = classes }: ClassOptionsProps) {
  return of.map((one) => (
    <option key={one} value={one}>
      {short ? one : `Class ${one}`}
    </option>
  ));
}
