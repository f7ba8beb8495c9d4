import type { MaterialView } from "../schema";
import { MaterialCard } from "./material-card";

type MaterialListProps = {
  materials: MaterialView[];
  /** The institute's date. */
  today: string;
  /** The heading level of the titles. */
  heading?: "h2" | "h3";
  /** False where the page or a heading names the class. */
  withClass?: boolean;
  /** Three columns on a wide screen. */
  wide?: boolean;
  busy?: boolean;
  /** Returns the delete action of a material; absent if the reader may not delete. */
  deletionOf?: (material: MaterialView) => (() => void) | undefined;
};

/** Study materials as cards, or as rows on a narrow screen. */
export function MaterialList(props: MaterialListProps) {
  const { materials, today, heading, withClass = true, wide = false, busy, deletionOf } = props;
  return (
    <ul aria-busy={busy} className={`cards:grid cards:grid-cols-2 cards:gap-5 ${wide ? "cards:lg:grid-cols-3" : ""}`}>
      {materials.map((material) => (
        <MaterialCard
          key={material._id}
          material={material}
          today={today}
          withClass={withClass}
          {...(heading && { heading })}
          onDelete={deletionOf?.(material)}
        />
      ))}
    </ul>
  );
}
