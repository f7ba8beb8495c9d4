import type { MaterialView } from "../schema";
import { MaterialCard } from "./material-card";

type MaterialListProps = {
  materials: MaterialView[];
  /** The institute's date. */
  today: string;
  busy?: boolean;
  /** Returns the delete action of a material; absent if the reader may not delete. */
  deletionOf?: (material: MaterialView) => (() => void) | undefined;
};

/** Study materials as cards, or as rows on a narrow screen. */
export function MaterialList({ materials, today, busy, deletionOf }: MaterialListProps) {
  return (
    <ul aria-busy={busy} className="cards:grid cards:grid-cols-2 cards:lg:grid-cols-3 cards:gap-5">
      {materials.map((material) => (
        <MaterialCard key={material._id} material={material} today={today} onDelete={deletionOf?.(material)} />
      ))}
    </ul>
  );
}
