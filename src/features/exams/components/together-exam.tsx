"use client";

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Checkbox } from "@/components/ui/checkbox";
import { Skeleton } from "@/components/ui/skeleton";
import { shownDate } from "@/lib/dates";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { releaseScreens } from "../messages-release";
import { screens } from "../messages-screens";
import { togetherScreens as copy } from "../messages-together";
import { placeOf } from "../rules";
import type { ExamRowView } from "../schema";
import type { ReleaseView } from "../schema-release";
import type { TogetherView } from "../schema-together";
import { ReleaseFacts } from "./release-facts";

type TogetherExamProps = {
  exam: ExamRowView;
  isTicked: boolean;
  /** Why it is not released with the others. */
  settled: TogetherView["settled"][number]["why"] | undefined;
  /** The students who will have two results of it. */
  secondResults: TogetherView["secondResults"][number] | undefined;
  /** Its day, if that is still to come. */
  toCome: string | undefined;
  onToggle: () => void;
  /** It differs from what was confirmed. */
  isChanged: boolean;
  /** Its numbers that were shown before the change. */
  before: ReleaseView | undefined;
};

/** An exam to release with others: its tick, and its numbers with the people they count. */
export function TogetherExam(props: TogetherExamProps) {
  const { exam, isTicked, settled, secondResults, toCome, onToggle, isChanged, before } = props;
  const [isOpen, setOpen] = useState(false);
  const { _id: id, subject, entered, students, absent, excused } = exam;
  const place = placeOf(exam);
  return (
    <div className="border-line py-1 not-last:border-b">
      <div className="flex items-start gap-2">
        <div className="min-w-0 grow">
          <Checkbox
            checked={isTicked && !settled}
            disabled={settled !== undefined}
            onChange={onToggle}
            label={
              <>
                <span className="font-semibold">{subject}</span>, {place}
                <span className="figures block text-ink-soft text-xs">
                  {copy.line(entered, students, screens.counts(absent, excused))}
                </span>
                {secondResults && (
                  <span className="wrap-anywhere block text-warn text-xs">{wordsOfSecond(secondResults)}</span>
                )}
                {toCome && <span className="block text-warn text-xs">{copy.from(shownDate(toCome))}</span>}
                {(settled || isChanged) && (
                  <span className="block text-warn text-xs">{settled ? copy.settled[settled] : copy.changedSince}</span>
                )}
              </>
            }
          />
        </div>
        {isTicked && !settled && (
          <button
            type="button"
            aria-expanded={isOpen}
            aria-label={copy.numbersOf(subject, place)}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-11 items-center gap-1 rounded-sm px-2 text-sm hover:bg-paper dense:min-h-8"
          >
            {copy.numbers}
            <ChevronDown aria-hidden className={`size-4 text-ink-soft ${isOpen ? "rotate-180" : ""}`} />
          </button>
        )}
      </div>
      {isTicked && !settled && isOpen && <Numbers id={id} before={before} />}
    </div>
  );
}

// A server of the previous version sends no names.
const wordsOfSecond = ({ students, names = [] }: TogetherView["secondResults"][number]) =>
  copy.secondResults(students, copy.who(names.join(", "), students - names.length));

function Numbers({ id, before }: { id: string; before: ReleaseView | undefined }) {
  // Never cached: these are the numbers being confirmed.
  const preview = api.exams.preview.useQuery({ id }, { staleTime: 0, gcTime: 0 });
  if (preview.isError) return <Alert tone="error">{messageOf(preview.error, releaseScreens.release.failed)}</Alert>;
  if (!preview.data) return <Skeleton className="h-40" />;
  return (
    <div className="grid gap-2 pb-2">
      <ReleaseFacts id={id} of={preview.data} before={before} />
    </div>
  );
}
