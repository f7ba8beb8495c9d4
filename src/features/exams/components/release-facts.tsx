"use client";

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Link } from "@/components/ui/link";
import { useMailMode } from "@/components/ui/mail-mode";
import { Skeleton } from "@/components/ui/skeleton";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { releaseScreens } from "../messages-release";
import type { ReleaseCounts, ReleaseFact, ReleaseView } from "../schema-release";

const copy = releaseScreens.release;

type ReleaseFactsProps = {
  id: string;
  of: ReleaseView;
  /** The numbers shown before; differences show the old value. */
  before?: Partial<ReleaseCounts> | null | undefined;
};

/** What a release will do; each number opens the list of people it counts. */
export function ReleaseFacts({ id, of, before }: ReleaseFactsProps) {
  const [opened, setOpened] = useState<ReleaseFact>();
  const was = (fact: ReleaseFact) => (before && before[fact] !== of[fact] ? before[fact] : undefined);
  const isMailOn = useMailMode();
  const keptOf: Partial<Record<ReleaseFact, readonly [string, string]>> = isMailOn ? {} : copy.factsKept;
  const wordsOf = (fact: ReleaseFact, one: string, many: string) => keptOf[fact] ?? ([one, many] as const);
  const isSame = before && copy.facts.every(([fact]) => was(fact) === undefined);
  return (
    <>
      <ul className="rounded-md border border-line">
        {copy.facts.map(([fact, one, many]) =>
          of[fact] === 0 && was(fact) === undefined ? null : (
            <li key={fact} className="border-line text-sm not-last:border-b">
              <button
                type="button"
                aria-expanded={opened === fact}
                onClick={() => setOpened(opened === fact ? undefined : fact)}
                className="flex w-full items-baseline gap-3 px-3.5 py-2 text-start hover:bg-paper focus-visible:-outline-offset-2"
              >
                <span className="figures w-10 shrink-0 text-end font-semibold">{of[fact]}</span>
                <span className="grow">
                  {wordsOf(fact, one, many)[of[fact] === 1 ? 0 : 1]}
                  {was(fact) !== undefined && <span className="text-warn">, {copy.was(was(fact) ?? 0)}</span>}
                </span>
                <ChevronDown
                  aria-hidden
                  className={`size-4 shrink-0 self-center text-ink-soft ${opened === fact ? "rotate-180" : ""}`}
                />
              </button>
              {opened === fact && <People key={of.digest} id={id} fact={fact} />}
            </li>
          ),
        )}
      </ul>
      {isSame && <p className="text-sm">{copy.sameNumbers}</p>}
    </>
  );
}

function People({ id, fact }: { id: string; fact: ReleaseFact }) {
  const list = api.exams.previewPeople.useQuery({ id, fact }, { staleTime: 0, gcTime: 0 });
  if (list.isError) {
    return (
      <div className="px-3.5 pb-3">
        <Alert tone="error">{messageOf(list.error, copy.listFailed)}</Alert>
      </div>
    );
  }
  if (!list.data) return <Skeleton className="mx-3.5 mb-3 h-16" />;
  return (
    <ul className="max-h-56 overflow-y-auto border-line border-t bg-paper py-1.5 ps-16 pe-3.5 text-xs">
      {list.data.map(({ studentId, name, section, rollNo, guardianOf }) => (
        <li key={`${studentId} ${name}`} className="flex items-baseline gap-2 py-1">
          <Link href={`/admin/students/${studentId}`} className="link min-w-0 rounded-sm font-semibold">
            {name}
          </Link>
          <span className="figures text-ink-soft">
            {guardianOf ? copy.guardianOf(guardianOf) : [section, rollNo].filter(Boolean).join(" ")}
          </span>
        </li>
      ))}
    </ul>
  );
}
