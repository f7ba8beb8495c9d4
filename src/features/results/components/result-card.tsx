import { Printer, Sprout, Trophy } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ProgressBar } from "@/components/ui/progress-bar";
import { institute } from "@/content/institute";
import { dayOf } from "@/lib/curves";
import { shownDate } from "@/lib/dates";
import { gradeFor, shownPercentage } from "@/lib/grades";
import { copy } from "../messages";
import { isExcellent } from "../rules";
import type { MyResultView } from "../schema";
import { Corrections } from "./corrections";
import { GradeArch } from "./grade-arch";
import { Letterhead } from "./letterhead";

type ResultCardProps = {
  result: MyResultView;
  /** The student's result before, in the same subject. */
  before: MyResultView | undefined;
  studentName: string;
};

/** One result in full (spec §2). In print it is a report card. */
export function ResultCard({ result, before, studentName }: ResultCardProps) {
  const { score, totalMarks, percentage, className, gpa, examName, subject, remark } = result;
  const percent = shownPercentage(percentage);
  const title = [subject, examName].filter(Boolean).join(", ");
  return (
    <Card
      as="article"
      padding="roomy"
      aria-label={copy.title}
      className="grid grid-cols-1 gap-6 print:gap-3 print:border-0 print:bg-transparent print:p-0"
    >
      <Letterhead studentName={studentName} />
      {title && <h2 className="break-words text-xl print:text-base">{title}</h2>}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-7 sm:flex-nowrap sm:gap-x-12">
        <GradeArch {...gradeFor(score, totalMarks)} />
        <div className="min-w-0 grow basis-28">
          <p className="figures font-semibold text-3xl sm:text-4xl">{percent}</p>
          {before?.subject && (
            <p className="figures break-words text-ink-soft text-sm print:hidden">
              {copy.lastIn(before.subject, shownPercentage(before.percentage))}
            </p>
          )}
        </div>
      </div>
      <dl className="flex flex-wrap gap-2.5 sm:gap-5">
        <Tile label="Score">{String(score)}</Tile>
        <Tile label="Total">{String(totalMarks)}</Tile>
        <Tile label="Percent">{percent}</Tile>
      </dl>
      <ProgressBar label={copy.performance} value={percentage} text="" />
      <dl className="print:grid print:grid-cols-2 print:gap-x-8">
        <Row label="Class">{className}</Row>
        {gpa !== null && <Row label="GPA">{String(gpa)}</Row>}
        {subject && <Row label="Subject">{subject}</Row>}
        <Row label={result.examDate ? "Exam Date" : "Date"}>{shownDate(dayOf(result, institute.timeZone))}</Row>
      </dl>
      {remark && (
        <figure className="grid grid-cols-1 gap-1 break-words print:text-sm">
          <figcaption className="text-ink-soft text-sm">{copy.remarkTitle}</figcaption>
          <blockquote>{remark}</blockquote>
        </figure>
      )}
      <Corrections corrections={result.corrections} />
      <Banner excellent={isExcellent(score, totalMarks)} />
      <div className="justify-self-start print:hidden">
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer aria-hidden className="size-5" />
          {copy.print}
        </Button>
      </div>
    </Card>
  );
}

function Tile({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex grow basis-17 flex-col rounded-md border border-line bg-paper px-1.5 py-3 text-center sm:px-3 sm:py-4 print:flex-row print:items-baseline print:justify-center print:gap-2 print:bg-transparent print:py-1.5">
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className="figures font-semibold text-lg sm:text-xl">{children}</dd>
    </div>
  );
}

function Row({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex flex-wrap gap-x-6 border-line border-t py-2 last:border-b print:py-1.5 print:text-sm print:last:border-b-0">
      <dt className="w-24 shrink-0 text-ink-soft sm:w-32 print:w-24">{label}</dt>
      <dd className="figures min-w-0 grow basis-24 break-words font-medium">{children}</dd>
    </div>
  );
}

function Banner({ excellent }: { excellent: boolean }) {
  const Icon = excellent ? Trophy : Sprout;
  return (
    <div className="flex flex-wrap items-center gap-3 rounded-md bg-accent-soft p-4 sm:gap-4 sm:p-5 print:border print:border-line print:px-4 print:py-2">
      <Icon aria-hidden className="size-6 shrink-0 text-accent sm:size-8" />
      <div className="min-w-0 grow basis-28">
        <p className="font-semibold text-base sm:text-lg">{excellent ? copy.excellent : copy.improving}</p>
        <p className="text-ink-soft text-sm">{excellent ? copy.excellentHint : copy.improvingHint}</p>
      </div>
    </div>
  );
}
