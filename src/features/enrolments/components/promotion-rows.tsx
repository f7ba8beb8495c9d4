import { clsx } from "clsx";
import { Col } from "@/components/table/col";
import { cellStyle, headStyle, rowControl, tableStyle } from "@/components/table/table-style";
import { Badge } from "@/components/ui/badge";
import { placeName } from "@/lib/place-name";
import { screens as copy } from "../messages-screens";
import type { PromotionRow } from "../schema-promotion";

export type What = "up" | "stays" | "leaves";

const whats: readonly What[] = ["up", "stays", "leaves"];
const placeOf = ({ className, section }: { className: string; section: string | null }) =>
  placeName(className, section);

type PromotionRowsProps = {
  rows: readonly PromotionRow[];
  /** The preview for the last choice is loading. */
  stale: boolean;
  onChange: (studentId: string, what: What) => void;
};

/** All students of the class with their planned moves; each student can stay or leave instead. */
export function PromotionRows({ rows, stale, onChange }: PromotionRowsProps) {
  const heads = copy.promotionHeads;
  return (
    <table aria-label={copy.promoteTitle} aria-busy={stale || undefined} className={tableStyle}>
      <thead>
        <tr>
          <Col>{heads.name}</Col>
          <Col className={`${headStyle} max-md:hidden`}>{heads.from}</Col>
          <Col>{heads.what}</Col>
          <Col>{heads.to}</Col>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ studentId, name, from, to, what, why }) => (
          <tr key={studentId} className="group">
            <th scope="row" className={clsx(cellStyle, "w-full max-w-0 text-start")}>
              <span title={name} className="block truncate font-semibold">
                {name}
              </span>
              {why && <span className="block truncate font-normal text-danger text-xs">{why}</span>}
            </th>
            <td className={clsx(cellStyle, "figures whitespace-nowrap text-ink-soft max-md:hidden")}>
              {placeOf(from)}
              {from.rollNo && `, roll ${from.rollNo}`}
            </td>
            <td className={cellStyle}>
              {what === "refused" ? (
                <Badge tone="danger">{copy.what.refused}</Badge>
              ) : (
                <select
                  aria-label={copy.whatOf(name)}
                  autoComplete="off"
                  value={what}
                  onChange={({ target }) => onChange(studentId, whats.find((one) => one === target.value) ?? "up")}
                  className={rowControl}
                >
                  {whats.map((one) => (
                    <option key={one} value={one}>
                      {copy.what[one]}
                    </option>
                  ))}
                </select>
              )}
            </td>
            <td className={clsx(cellStyle, "figures whitespace-nowrap font-semibold")}>
              {what === "refused" ? copy.nothing : to ? placeOf(to) : copy.leaves}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
