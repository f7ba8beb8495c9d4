"use client";

import { GraduationCap } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmptyState } from "@/components/ui/empty-state";
import { lazily } from "@/components/ui/lazily";
import { institute } from "@/content/institute";
import { curvesOf } from "@/lib/curves";
import { api } from "@/trpc/client";
import { codeOf } from "@/trpc/failure";
import { copy } from "../messages";
import { isExcellent, latestBefore } from "../rules";
import type { MyResultView } from "../schema";
import { Celebration } from "./celebration";
import { EarlierResults } from "./earlier-results";
import { LazyConfirmFirst } from "./lazy-confirm-first";
import { Letterhead, Signatures } from "./letterhead";
import { ResultCard } from "./result-card";
import { ResultNotices } from "./result-notices";
import { ResultsLoading } from "./results-loading";
import { useNewResults } from "./use-new-results";
import { WayChart } from "./way-chart";

// Loaded lazily, because most students have none of it.
const BesideResults = lazily(() => import("./beside-results").then((module) => module.BesideResults));

type ResultsViewProps = {
  studentName: string;
  studentEmail: string;
  /** The child of a guardian; absent for the student's own results. */
  childId?: string;
  /** The server's result; absent if it failed or was refused. */
  found: MyResultView[] | undefined;
  /** The curves by subject, rendered by the server. */
  curves: ReactNode;
  /** Who can see the results: beside them on a wide screen. */
  readers?: ReactNode;
};

/**
 * The results of the student or of a guardian's child (spec §2, §4): from the server's HTML, otherwise loading, then an
 * error or the results.
 */
export function ResultsView({ studentName, studentEmail, childId, found, curves, readers }: ResultsViewProps) {
  const whose = childId === undefined ? undefined : { studentId: childId };
  const fresh = { refetchOnWindowFocus: true };
  const mine = api.results.mine.useQuery(whose, { initialData: found, ...fresh });
  const { data, error, isPending } = mine;
  const withdrawn = api.results.withdrawn.useQuery(whose, fresh);
  const absences = api.exams.absences.useQuery(whose, fresh);
  // After Back, `found` may be from before the results were read, and is refetched.
  const newIds = useNewResults(mine.dataUpdatedAt > 0 ? data : undefined, childId);

  const isBare = [withdrawn, absences].every((query) => (query.data ?? []).length === 0);
  const beside = !isBare && <BesideResults absences={absences.data ?? []} withdrawn={withdrawn.data ?? []} />;
  const results = isClosed(error) ? [] : (data ?? []);
  const [newest, ...earlier] = results;
  if (!newest) {
    const isLoading = isPending || (!error && (withdrawn.isPending || absences.isPending));
    // Withdrawn or missed exams are shown instead.
    const shown = !error && beside && (
      <>
        <Letterhead studentName={studentName} />
        {beside}
      </>
    );
    const none = <NoResult error={error} childId={childId} studentName={studentName} studentEmail={studentEmail} />;
    return (
      <div className="grid grid-cols-1 gap-12">
        {isLoading ? <ResultsLoading /> : shown || none}
        {readers}
      </div>
    );
  }

  return (
    <div className="grid grid-cols-1 gap-8 sm:gap-12 print:gap-4">
      {newIds.size > 0 && <ResultNotices results={results.filter(({ _id }) => newIds.has(_id))} />}
      {/* Once per result, and not for a guardian (decision 51). */}
      {!childId && newIds.has(newest._id) && isExcellent(newest.score, newest.totalMarks) && <Celebration />}
      <div className="grid grid-cols-1 items-start gap-x-10 gap-y-12 xl:grid-cols-12 xl:grid-rows-auto-rest print:gap-4">
        <div className="contents grid-cols-1 gap-10 xl:col-span-7 xl:grid xl:only:col-span-12">
          <ResultCard
            result={newest}
            before={latestBefore(newest, earlier, institute.timeZone)}
            studentName={studentName}
          />
          {earlier.length > 0 && curvesOf(results, institute.timeZone).length === 0 && (
            // In one column, the earlier results come first.
            <div className="max-xl:order-1 print:contents">
              <WayChart results={results} />
            </div>
          )}
        </div>
        {(earlier.length > 0 || beside || readers) && (
          <div className="contents grid-cols-1 gap-10 xl:col-span-5 xl:row-span-2 xl:grid">
            {earlier.length > 0 && <EarlierResults results={earlier} newIds={newIds} />}
            <div className="grid grid-cols-1 gap-10 empty:hidden max-xl:order-2 print:contents">
              {beside}
              {readers}
            </div>
          </div>
        )}
        {earlier.length > 0 && <div className="empty:hidden max-xl:order-1 xl:col-span-7">{curves}</div>}
      </div>
      <Signatures />
    </div>
  );
}

/** True for a refusal; after any other failure, what was read before stays on the screen. */
function isClosed(error: unknown): boolean {
  const code = codeOf(error);
  return code === "FORBIDDEN" || code === "NOT_FOUND" || code === "UNAUTHORIZED";
}

type NoResultProps = {
  error: unknown;
  childId: string | undefined;
  studentName: string;
  studentEmail: string;
};

/** Why there is no result: refused, failed, or none yet. */
function NoResult({ error, childId, studentName, studentEmail }: NoResultProps) {
  const code = codeOf(error);
  if (code === "FORBIDDEN") {
    return <LazyConfirmFirst email={studentEmail} isOfChildren={childId !== undefined} />;
  }
  // The guardian's link has ended, or no longer allows results.
  if (childId && code === "NOT_FOUND") return <Unavailable text={copy.notShown} />;
  if (code === "UNAUTHORIZED") return <Unavailable text={copy.loginFirst} />;
  if (error) return <Unavailable text={copy.none} hint={copy.loadFailedHint} />;
  if (!childId) return <Unavailable text={copy.none} />;
  return <EmptyState icon={<GraduationCap />} title={copy.noneYet} hint={copy.firstOf(studentName)} />;
}

function Unavailable({ text, hint }: { text: string; hint?: string }) {
  return (
    <Card padding="roomy" className="grid min-h-96 place-content-center justify-items-center gap-6 text-center">
      <span aria-hidden className="grid size-16 place-items-center rounded-full bg-sunken text-ink-soft">
        <GraduationCap className="size-8" />
      </span>
      <div role="alert" className="grid max-w-form gap-2">
        <h2 className="text-2xl">{copy.unavailable}</h2>
        <p className="text-ink-soft">{text}</p>
        {hint && <p className="text-ink-soft text-sm">{hint}</p>}
      </div>
      <Button variant="secondary" onClick={() => window.location.reload()}>
        {copy.tryAgain}
      </Button>
    </Card>
  );
}
