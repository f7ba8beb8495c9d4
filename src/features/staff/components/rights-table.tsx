import { clsx } from "clsx";
import { Check, ChevronDown, CircleDot, Minus } from "lucide-react";
import { Section } from "@/components/ui/section";
import type { DutyArea } from "@/lib/may";
import { copy } from "../messages";
import { byArea, type holds, holdsOf } from "../rules";
import { type StaffView, staffRoles } from "../schema";

/** The same width in headings, areas and rows, which are separate tables. */
const roleCell = "w-16 shrink-0 px-1 text-center text-xs sm:w-36";

/** The rights by area; an area expands to its rights. */
export function RightsTable({ duties }: Pick<StaffView, "duties">) {
  return (
    <Section title={copy.rights} lead={copy.rightsLead}>
      <div className="overflow-hidden rounded-md border border-line bg-surface text-sm">
        <div aria-hidden className="flex h-9 items-center font-semibold text-xs">
          <span className="grow ps-3.25">{copy.right}</span>
          {staffRoles.map((role) => (
            <span key={role} className={roleCell}>
              <span className="sm:hidden">{copy.rolesInShort[role]}</span>
              <span className="max-sm:hidden">{copy.roles[role]}</span>
            </span>
          ))}
        </div>
        {byArea(duties).map((one) => (
          <AreaRights key={one.area} {...one} />
        ))}
      </div>
    </Section>
  );
}

function AreaRights({ area, duties }: { area: DutyArea } & Pick<StaffView, "duties">) {
  return (
    <details className="group/area border-line border-t">
      <summary className="flex min-h-11 list-none items-center hover:bg-paper focus-visible:-outline-offset-3 dense:min-h-10 [&::-webkit-details-marker]:hidden">
        <ChevronDown
          aria-hidden
          className="ms-3.25 me-2.25 size-4.5 shrink-0 text-ink-soft transition-transform group-open/area:rotate-180 max-sm:me-1.5"
        />
        <span className="min-w-0 grow py-1">
          <span className="font-semibold">{copy.areas[area]}</span>
          <span className="ms-2.5 text-ink-soft text-xs max-sm:hidden">{copy.rightCount(duties.length)}</span>
        </span>
        {staffRoles.map((role) => (
          <span key={role} className={roleCell}>
            <span className="sr-only">, {copy.roles[role]}: </span>
            <Held by={holdsOf(role, duties)} all={duties.length} />
          </span>
        ))}
      </summary>
      <table aria-label={copy.areas[area]} className="w-full table-fixed border-separate border-spacing-0">
        <thead className="sr-only">
          <tr>
            <th scope="col">{copy.right}</th>
            {staffRoles.map((role) => (
              <th key={role} scope="col">
                {copy.roles[role]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {duties.map((duty) => (
            <tr key={duty.words}>
              <th
                scope="row"
                className="wrap-anywhere border-line border-t py-1.5 ps-3.25 pe-2 text-start font-normal leading-snug sm:ps-10"
              >
                {duty.words}
              </th>
              {staffRoles.map((role) => (
                <td key={role} className={clsx(roleCell, "border-line border-t py-1.5")}>
                  <Held by={holdsOf(role, [duty])} all={1} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

function Held({ by, all }: { by: ReturnType<typeof holds> | number; all: number }) {
  if (typeof by === "number") return <span className="figures">{copy.some(by, all)}</span>;
  if (by === "none") return <Minus aria-label="no" className="mx-auto size-4 text-ink-soft" />;
  return by === "all" ? (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap font-semibold text-success">
      <Check aria-hidden className="size-4 max-sm:hidden" />
      {copy.all}
    </span>
  ) : (
    <span className="inline-flex items-center gap-1.5 text-accent sm:whitespace-nowrap">
      <CircleDot aria-hidden className="size-4 shrink-0 max-sm:hidden" />
      {copy.inClasses}
    </span>
  );
}
