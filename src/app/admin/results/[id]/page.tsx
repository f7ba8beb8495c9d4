import { NotebookPen } from "lucide-react";
import type { Metadata } from "next";
import { cache } from "react";
import { orAbsent } from "@/app/or-absent";
import type { SearchParams } from "@/app/search-params";
import { UnsentLeft } from "@/components/form/unsent-left";
import { AbsentPage } from "@/components/site/absent-page";
import { createCaller } from "@/features";
import { ExamDesk } from "@/features/exams/components/exam-desk";
import { ExamStatistics } from "@/features/exams/components/exam-statistics";
import { screens } from "@/features/exams/messages-screens";
import { placeOf } from "@/features/exams/rules";
import { wordsInstead } from "@/features/exams/rules-absent";
import { requireRole } from "@/http/page-session";

type SheetPageProps = {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
};

/** The caller, the sheet or the words for an absent one, and the statistics, read once for the title and the page. */
const read = cache(async (id: string) => {
  const principal = await requireRole("admin", `/admin/results/${id}`);
  const { exams } = createCaller({ principal });
  const found = exams.get({ id });
  const [sheet, statistics] = await Promise.all([orAbsent(found), orAbsent(exams.statistics({ id }))]);
  return { principal, sheet, statistics, words: await found.then(() => screens, wordsInstead) };
});

export async function generateMetadata({ params }: SheetPageProps): Promise<Metadata> {
  const exam = (await read((await params).id)).sheet?.exam;
  return { title: exam ? `${exam.subject}, ${exam.examName}, ${placeOf(exam)}` : screens.marks };
}

export default async function SheetPage({ params, searchParams }: SheetPageProps) {
  const [{ id }, { at }] = await Promise.all([params, searchParams]);
  const { principal, sheet, statistics, words } = await read(id);
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
