import { Eye, Mail } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { personScreens as copy } from "../messages-person";
import type { StudentView } from "../schema";
import { SideCard } from "./facts";

/** Who else sees this student's results, and who gets the mails. */
export function GuardiansCard({ guardians }: Pick<StudentView, "guardians">) {
  return (
    <SideCard id="guardians" title={copy.guardians}>
      <ul className="grid grid-cols-1 divide-y divide-line">
        {guardians.map((one) => (
          <li key={one._id} className="flex items-start justify-between gap-3 py-2 first:pt-0 last:pb-0">
            <span className="grid min-w-0 grid-cols-1">
              <span className="wrap-anywhere font-semibold">{one.name}</span>
              <span className="text-ink-soft text-xs">{one.relation}</span>
              {one.phone && <span className="figures text-ink-soft text-xs">{one.phone}</span>}
              {one.email && <span className="wrap-anywhere text-ink-soft text-xs">{one.email}</span>}
            </span>
            <span className="grid shrink-0 justify-items-end gap-1">
              {one.seesResults && (
                <Badge tone="neutral">
                  <Eye aria-hidden />
                  {copy.seesResults}
                </Badge>
              )}
              {one.getsMails && (
                <Badge tone="neutral">
                  <Mail aria-hidden />
                  {copy.getsMails}
                </Badge>
              )}
            </span>
          </li>
        ))}
      </ul>
    </SideCard>
  );
}
