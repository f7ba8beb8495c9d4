import { NotebookPen } from "lucide-react";
import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { type SearchParams, textsOf } from "@/app/search-params";
import { AbsentPage } from "@/components/site/absent-page";
import { createCaller } from "@/features";
import { ExamsList } from "@/features/exams/components/exams-list";
import { screens } from "@/features/exams/messages-screens";
import { actions, askedOf, taughtAt, taughtBy } from "@/features/exams/rules";
import { wordsInstead } from "@/features/exams/rules-absent";
import { prefetch, requireRole } from "@/http/page-session";
import { may } from "@/lib/may";

export const metadata: Metadata = { title: screens.title };

export default async function ExamsPage({ searchParams }: { searchParams: SearchParams }) {
  const principal = await requireRole("admin", "/admin/results");
  const search = await textsOf(searchParams);
  const { test: scheduleId, ...choices } = search;
  const input = askedOf(choices);
  const caller = createCaller({ principal });
  const asked = scheduleId ? caller.exams.ofTest({ scheduleId }) : undefined;
  // An old link may name a deleted test.
  const test = await asked?.catch(() => undefined);
  if (test?.examId) redirect(`/admin/results/${test.examId}`);
  const words = await asked?.then(() => screens, wordsInstead);
  if (words && words !== screens)
    return (
      <div className="page">
        <AbsentPage title={screens.title} icon={<NotebookPen />} words={words} href="/admin/results" />
      </div>
    );
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
