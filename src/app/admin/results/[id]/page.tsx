import { NotebookPen } from "lucide-react";
import type { Metadata } from "next";
import { orAbsent } from "@/app/or-absent";
import type { SearchParams } from "@/app/search-params";
import { UnsentLeft } from "@/components/form/unsent-left";
import { AbsentPage } from "@/components/site/absent-page";
import { createCaller } from "@/features";
import { ExamDesk } from "@/features/exams/components/exam-desk";
import { ExamStatistics } from "@/features/exams/components/exam-statistics";
import { screens } from "@/features/exams/messages-screens";
import { wordsInstead } from "@/features/exams/rules-absent";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: screens.marks };

type SheetPageProps = {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
};

export default async function SheetPage({ params, searchParams }: SheetPageProps) {
  const [{ id }, { at }] = await Promise.all([params, searchParams]);
  const principal = await requireRole("admin", `/admin/results/${id}`);
  const { exams } = createCaller({ principal });
  const found = exams.get({ id });
  const [sheet, statistics] = await Promise.all([orAbsent(found), orAbsent(exams.statistics({ id }))]);
  const words = await found.then(() => screens, wordsInstead);
  return (
    <div className="page">
      {sheet ? (
        <ExamDesk
          key={id}
          sheet={sheet}
          atMissing={at === "missing"}
          statistics={statistics && <ExamStatistics statistics={statistics} />}
        />
      ) : (
        <>
          <AbsentPage title={screens.marks} icon={<NotebookPen />} words={words} href="/admin/results" />
          <UnsentLeft personId={principal.userId} id={id} />
        </>
      )}
    </div>
  );
}
