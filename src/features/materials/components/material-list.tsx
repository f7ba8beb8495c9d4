import type { MaterialView } from "../schema";
import { MaterialCard } from "./material-card";

type MaterialListProps = {
  materials: MaterialView[];
  /** The institute's date. */
  today: string;
  /** The rank of the titles on the page. */
  heading?: "h2" | "h3";
  /** Three cards beside each other on a wide screen, where the page has the room. */
  wide?: boolean;
  busy?: boolean;
  /** How to delete one; absent, or nothing for a single one, where the reader may not. */
  deletionOf?: (material: MaterialView) => (() => void) | undefined;
};

/** Study materials as cards, on a narrow screen as rows. */
export function MaterialList({ materials, today, heading, wide = false, busy, deletionOf }: MaterialListProps) {
  return (
    <ul aria-busy={busy} className={`cards:grid cards:grid-cols-2 cards:gap-5 ${wide ? "cards:lg:grid-cols-3" : ""}`}>
      {materials.map((material) => (
        <MaterialCard
          key={material._id}
          material={material}
          today={today}
          {...(heading && { heading })}
          onDelete={deletionOf?.(material)}
        />
      ))}
    </ul>
  );
}
