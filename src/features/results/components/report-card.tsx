import { Printer, Sprout, Trophy } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { ProgressBar } from "@/components/ui/progress-bar";
import { shownDate } from "@/lib/dates";
import { copy } from "../copy";
import { dayOf, gradeFor, isExcellent, shownPercentage } from "../rules";
import type { ResultView } from "../schema";
import { GradeArch } from "./grade-arch";
import { Letterhead, Signatures } from "./letterhead";

/** One result in full (spec §2). On paper it is a report card. */
export function ReportCard({ result, studentName }: { result: ResultView; studentName: string }) {
  const { score, totalMarks, percentage, className, gpa, examName, subject } = result;
  const percent = shownPercentage(percentage);
  return (
    <Card
      as="article"
      padding="roomy"
      aria-label={copy.title}
      className="grid gap-8 print:gap-6 print:border-0 print:bg-transparent print:p-0"
    >
      <Letterhead studentName={studentName} />
      <div className="grid gap-7 sm:flex sm:items-center sm:gap-12">
        <GradeArch {...gradeFor(score, totalMarks)} />
        <div className="grid min-w-0 grow gap-6">
          <div className="grid gap-1">
            {examName && <h2 className="break-words text-lg">{examName}</h2>}
            <p className="figures font-semibold text-4xl">{percent}</p>
          </div>
          <ProgressBar label={copy.performance} value={percentage} text={percent} />
        </div>
      </div>
      <dl className="grid grid-cols-3 gap-2.5 sm:gap-5">
        <Tile label="Score">{String(score)}</Tile>
        <Tile label="Total">{String(totalMarks)}</Tile>
        <Tile label="Percent">{percent}</Tile>
      </dl>
      <dl>
        <Row label="Class">{className}</Row>
        {gpa !== null && <Row label="GPA">{String(gpa)}</Row>}
        {subject && <Row label="Subject">{subject}</Row>}
        <Row label={result.examDate ? "Exam Date" : "Date"}>{shownDate(dayOf(result))}</Row>
      </dl>
      <Banner excellent={isExcellent(score, totalMarks)} />
      <Signatures />
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
    <div className="flex min-w-0 flex-col rounded-md border border-line bg-paper px-3 py-4 text-center sm:py-5 print:bg-transparent">
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className="figures break-words font-semibold text-xl sm:text-2xl">{children}</dd>
    </div>
  );
}

function Row({ label, children }: { label: string; children: string }) {
  return (
    <div className="flex gap-6 border-line border-t py-3 last:border-b">
      <dt className="w-28 shrink-0 text-ink-soft">{label}</dt>
      <dd className="figures min-w-0 break-words font-medium">{children}</dd>
    </div>
  );
}

function Banner({ excellent }: { excellent: boolean }) {
  const Icon = excellent ? Trophy : Sprout;
  return (
    <div className="flex items-center gap-4 rounded-md bg-accent-soft p-5 print:border print:border-line">
      <Icon aria-hidden className="size-8 shrink-0 text-accent" />
      <div className="min-w-0">
        <p className="font-semibold text-lg">{excellent ? copy.excellent : copy.improving}</p>
        <p className="text-ink-soft text-sm">{excellent ? copy.excellentHint : copy.improvingHint}</p>
      </div>
    </div>
  );
}
