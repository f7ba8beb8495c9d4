import { BadgeCheck } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { listed } from "@/lib/listed";
import { copy } from "../messages";
import type { Today } from "../schema";

/** Notices that wait for a confirmation. They are above everything else, because only they require an action. */
export function ToConfirm({ notices }: { notices: Today["notices"] }) {
  return (
    <ul className="grid grid-cols-1 gap-3">
      {notices.map(({ _id, title, names }) => (
        <li
          key={_id}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-lg border border-transparent bg-accent-soft p-5"
        >
          <div className="flex min-w-0 gap-4">
            <BadgeCheck aria-hidden className="mt-0.5 size-6 shrink-0 text-accent" />
            <div className="grid min-w-0 gap-1">
              <p className="font-semibold text-accent text-sm">{copy.pleaseConfirm}</p>
              <p dir="auto" className="wrap-anywhere font-semibold text-lg">
                {title}
              </p>
              {names.length > 0 && <p className="wrap-anywhere text-sm">{copy.forNames(listed(names))}</p>}
            </div>
          </div>
          <div className="max-sm:w-full max-sm:*:w-full">
            <ButtonLink href={`/user/notices/${_id}`} aria-label={copy.confirmNamed(title)}>
              {copy.readAndConfirm}
            </ButtonLink>
          </div>
        </li>
      ))}
    </ul>
  );
}
