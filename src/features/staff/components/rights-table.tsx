import { Check, CircleDot, Minus } from "lucide-react";
import { cellStyle, headStyle, tableStyle } from "@/components/table/table-style";
import { Section } from "@/components/ui/section";
import { copy } from "../messages";
import { holds } from "../rules";
import { type StaffView, staffRoles } from "../schema";

export function RightsTable({ duties }: { duties: StaffView["duties"] }) {
  return (
    <Section title={copy.rights} lead={copy.rightsLead}>
      <table aria-label={copy.rights} className={tableStyle}>
        <thead>
          <tr>
            <th scope="col" className={headStyle}>
              {copy.right}
            </th>
            {staffRoles.map((role) => (
              <th key={role} scope="col" className={`${headStyle} max-sm:px-1.5 sm:w-36`}>
                <span className="block text-center">{copy.roles[role]}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {duties.map(({ words, right }) => (
            <tr key={words} className="group">
              <th scope="row" className={`${cellStyle} wrap-anywhere text-start font-semibold`}>
                {words}
              </th>
              {staffRoles.map((role) => (
                <td key={role} className={`${cellStyle} text-center align-middle text-xs max-sm:px-1.5`}>
                  <Held by={holds(role, right)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

function Held({ by }: { by: "all" | "classes" | "none" }) {
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
