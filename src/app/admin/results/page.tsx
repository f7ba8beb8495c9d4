import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { type SearchParams, textsOf } from "@/app/search-params";
import { createCaller } from "@/features";
import { ExamsList } from "@/features/exams/components/exams-list";
import { screens } from "@/features/exams/messages-screens";
import { actions, askedOf, taughtAt, taughtBy } from "@/features/exams/rules";
import { prefetch, requireRole } from "@/http/page-session";
import { may } from "@/lib/may";

export const metadata: Metadata = { title: screens.title };

export default async function ExamsPage({ searchParams }: { searchParams: SearchParams }) {
  const principal = await requireRole("admin", "/admin/results");
  const search = await textsOf(searchParams);
  const { test: scheduleId, ...choices } = search;
  const input = askedOf(choices);
  const caller = createCaller({ principal });
  // An old link may name a deleted test.
  const test = scheduleId ? await caller.exams.ofTest({ scheduleId }).catch(() => undefined) : undefined;
  if (test?.examId) redirect(`/admin/results/${test.examId}`);
  const found = await prefetch("admin/results", () => caller.exams.list(input));
  return (
    <div className="page">
      <ExamsList
        asked={JSON.stringify(input)}
        found={found}
        mayRelease={may(principal, actions.release)}
        taught={taughtAt(principal)}
        places={taughtBy(principal)}
        test={test && scheduleId ? { scheduleId, known: test } : undefined}
      />
    </div>
  );
}
