import { classes } from "@/lib/classes";

/** The options of all classes: `Class 7`, or `7` where a label says that they are classes. */
export function ClassOptions({ short = false }: { short?: boolean }) {
  return classes.map((one) => (
    <option key={one} value={one}>
      {short ? one : `Class ${one}`}
    </option>
  ));
}
