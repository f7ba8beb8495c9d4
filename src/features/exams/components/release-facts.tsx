"use client";

import { CountedPeople, PeopleList } from "@/components/site/counted-people";
import { Link } from "@/components/ui/link";
import { useMailMode } from "@/components/ui/mail-mode";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { releaseScreens } from "../messages-release";
import type { PlannedCounts, ReleaseFact, ReleaseView } from "../schema-release";

const copy = releaseScreens.release;

type ReleaseFactsProps = {
  id: string;
  of: ReleaseView;
  /** The numbers shown before; differences show the old value. */
  before: PlannedCounts | null | undefined;
};

/** What a release will do; each number opens the list of people it counts. */
export function ReleaseFacts({ id, of, before }: ReleaseFactsProps) {
  const was = (fact: ReleaseFact) => (before && before[fact] !== of[fact] ? before[fact] : undefined);
  const isMailOn = useMailMode();
  const keptOf: Partial<Record<ReleaseFact, readonly [string, string]>> = isMailOn ? {} : copy.factsKept;
  const wordsOf = (fact: ReleaseFact, one: string, many: string) => keptOf[fact] ?? ([one, many] as const);
  const isSame = before && copy.facts.every(([fact]) => was(fact) === undefined);
  return (
    <>
      <CountedPeople
        facts={copy.facts.flatMap(([fact, one, many]) => {
          const [count, earlier] = [of[fact], was(fact)];
          if (count === 0 && earlier === undefined) return [];
          const words = (
            <>
              <span className={fact === "secondResults" ? "text-warn" : undefined}>
                {wordsOf(fact, one, many)[count === 1 ? 0 : 1]}
              </span>
              {earlier !== undefined && <span className="text-warn">, {copy.was(earlier)}</span>}
            </>
          );
          return [{ fact, count, words }];
        })}
        people={(fact) => <People key={of.digest} id={id} fact={fact} />}
      />
      {isSame && <p className="text-sm">{copy.sameNumbers}</p>}
    </>
  );
}

function People({ id, fact }: { id: string; fact: ReleaseFact }) {
  const list = api.exams.previewPeople.useQuery({ id, fact }, { staleTime: 0, gcTime: 0 });
  const error = list.isError ? messageOf(list.error, copy.listFailed) : undefined;
  return (
    <PeopleList error={error} isLoading={!list.data}>
      {list.data?.map(({ studentId, name, section, rollNo, guardianOf }) => (
        <li key={`${studentId} ${name}`} className="flex items-baseline gap-2 py-1">
          <Link href={`/admin/students/${studentId}`} className="link min-w-0 rounded-sm font-semibold">
            {name}
          </Link>
          <span className="figures text-ink-soft">
            {guardianOf ? copy.guardianOf(guardianOf) : [section, rollNo].filter(Boolean).join(" ")}
          </span>
        </li>
      ))}
    </PeopleList>
  );
}
