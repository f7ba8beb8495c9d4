import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/clock";
import { Link } from "@/components/ui/link";
import { copy } from "../messages";
import { shownSize } from "../rules";
import type { BackupsView } from "../schema";

/** The last backups: when, how, and whether they failed or lack files. */
export function LastBackups({ backups }: Pick<BackupsView, "backups">) {
  return (
    <Card as="section" padding="none" aria-labelledby="last-backups">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 border-line border-b px-4 py-3">
        <h2 id="last-backups" className="text-base">
          {copy.last}
        </h2>
        <Link href="/admin/activity" className="link text-sm">
          {copy.activity}
        </Link>
      </div>
      {backups.length > 0 && (
        <ul className="divide-y divide-line border-line border-b">
          {backups.map(({ at, how, bytes, ok, missing }) => (
            <li key={`${at.toISOString()}-${how}`} className="flex items-center gap-4 px-4 py-2 text-sm">
              <p className="grid min-w-0 grow leading-snug sm:flex sm:gap-4">
                <span className="figures shrink-0 font-semibold sm:w-44">
                  <Moment at={at} />
                </span>
                <span className="text-ink-soft">{copy.how[how]}</span>
              </p>
              <span className="figures shrink-0">
                {ok ? (
                  shownSize(bytes)
                ) : (
                  <Badge tone="danger">{missing ? copy.incomplete(missing) : copy.notMade}</Badge>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="px-4 py-3 text-ink-soft text-sm">{copy.lastLead}</p>
    </Card>
  );
}
