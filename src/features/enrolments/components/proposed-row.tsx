import { useId } from "react";
import { cellStyle, rowControl } from "@/components/table/table-style";
import { Tick } from "@/components/table/tick";
import { ClassOptions } from "@/components/ui/class-options";
import { shownPercentage } from "@/lib/grades";
import type { FormErrors } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";

/** A student with the class proposed by the latest result. */
export type Proposed = {
  _id: string;
  name: string;
  proposedClass: string | null;
  lastResult: { exam: string | null; subject: string | null; percentage: number } | null;
};

const cell = `${cellStyle} max-sm:px-1`;
const control = `${rowControl} max-sm:px-1 aria-invalid:border-danger aria-invalid:bg-danger-soft`;

export const parts = ["className", "section", "rollNo"] as const;

/** The name of a field of a row. */
export const fieldOf = (part: string, studentId: string) => `${part} ${studentId}`;

type ProposedRowProps = { student: Proposed; ticked: boolean; faults: FormErrors; onTick: (ticked: boolean) => void };

/** A student with the proposed class, to be checked. Errors are shown below the name. */
export function ProposedRow({
  student: { _id, name, proposedClass, lastResult },
  ticked,
  faults,
  onTick,
}: ProposedRowProps) {
  const last = lastResult
    ? [lastResult.subject, lastResult.exam, shownPercentage(lastResult.percentage)].filter(Boolean).join(", ")
    : copy.nothing;
  const faultId = useId();
  const wrong = ticked ? parts.filter((part) => faults[fieldOf(part, _id)]) : [];
  const controlOf = (part: (typeof parts)[number]) => ({
    name: fieldOf(part, _id),
    autoComplete: "off",
    disabled: !ticked,
    ...(wrong.includes(part) && ({ "aria-invalid": true, "aria-describedby": faultId } as const)),
  });
  return (
    <tr className="group">
      <td className={cell}>
        <Tick label={copy.tick(name)} checked={ticked} onChange={onTick} />
      </td>
      <th scope="row" className={`${cell} w-full max-w-0 text-start`}>
        <span title={name} className="block font-semibold max-sm:wrap-anywhere sm:truncate">
          {name}
        </span>
        <span className="figures wrap-anywhere block font-normal text-ink-soft text-xs md:hidden">{last}</span>
        {wrong.length > 0 && (
          <span id={faultId} className="block font-normal text-danger text-xs">
            {wrong.map((part) => faults[fieldOf(part, _id)]).join(" ")}
          </span>
        )}
      </th>
      <td title={last} className={`${cellStyle} figures max-w-80 truncate text-ink-soft text-xs max-md:hidden`}>
        {last}
      </td>
      <td className={cell}>
        <select
          {...controlOf("className")}
          aria-label={copy.classOf(name)}
          defaultValue={proposedClass ?? ""}
          className={`${control} w-16 max-sm:w-14`}
        >
          <ClassOptions short />
        </select>
      </td>
      <td className={cell}>
        <input {...controlOf("section")} aria-label={copy.sectionOf(name)} className={`${control} w-14 max-sm:w-12`} />
      </td>
      <td className={cell}>
        <input {...controlOf("rollNo")} aria-label={copy.rollOf(name)} className={`${control} w-16 max-sm:w-12`} />
      </td>
    </tr>
  );
}
