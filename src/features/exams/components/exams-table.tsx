import { clsx } from "clsx";
import { ChevronRight } from "lucide-react";
import { Fragment } from "react";
import { Col } from "@/components/table/col";
import { tableStyle } from "@/components/table/table-style";
import type { Stale } from "@/components/table/use-last";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { dateHere } from "@/content/institute";
import { percentageOfAverage, shownPercentage } from "@/lib/grades";
import { shortDate } from "@/lib/short-days";
import { screens as copy } from "../messages-screens";
import { togetherScreens } from "../messages-together";
import { byName, type ExamGroup, missingIn, placeOf, releasable } from "../rules";
import type { ExamRowView } from "../schema";
import { ExamState } from "./exam-state";

const head = "sticky top-0 z-10 h-9 border-line border-b bg-surface px-2.25 font-semibold text-xs whitespace-nowrap";
const cell = "h-10 border-line border-b px-2.25 whitespace-nowrap max-md:h-15 max-md:py-2";
const fromMd = "hidden md:table-cell";
const numbers = "figures text-end";

type ExamsTableProps = {
  exams: readonly ExamRowView[];
  stale: Stale;
  /** Offered where several exams of one name can be released; absent for a person who may not release and may not see all marks. */
  onRelease?: ((group: ExamGroup) => void) | undefined;
};

/** A heading for each name, with a row for each exam below it. */
export function ExamsTable({ exams, stale, onRelease }: ExamsTableProps) {
  return (
    <table
      aria-label={copy.title}
      aria-busy={stale === "coming" || undefined}
      className={clsx(
        tableStyle,
        "[&_tbody:first-of-type_tr:first-child>*]:max-md:rounded-t-md [&_tbody:last-child_tr:last-child>*]:border-b-0",
        stale && "opacity-60",
      )}
    >
      <thead className="max-md:sr-only">
        <tr>
          <Col className={clsx(head, "rounded-ss-md ps-3.25 text-start")}>{copy.heads.subject}</Col>
          <Col className={clsx(head, "text-start")}>{copy.heads.class}</Col>
          <Col className={clsx(head, "text-start")}>{copy.heads.date}</Col>
          <Col className={clsx(head, "text-start")}>{copy.heads.state}</Col>
          <Col className={clsx(head, "text-end")}>{copy.heads.entered}</Col>
          <Col className={clsx(head, "text-end")}>{copy.heads.absent}</Col>
          <Col className={clsx(head, "text-end")}>{copy.heads.missing}</Col>
          <Col className={clsx(head, "rounded-se-md pe-3.25 text-end")}>{copy.heads.average}</Col>
        </tr>
      </thead>
      {byName(exams).map(({ name, exams: some }) => (
        <Fragment key={some[0]?._id}>
          <tbody>
            <tr>
              <th
                scope="rowgroup"
                colSpan={8}
                className="border-line border-b bg-paper px-3.25 py-1.5 text-start font-semibold text-sm"
              >
                <span className="flex items-center gap-3">
                  <span className="min-w-0 grow">{name}</span>
                  {onRelease && releasable(some).length > 1 && (
                    <Button
                      variant="secondary"
                      size="small"
                      aria-label={togetherScreens.openOf(name)}
                      onClick={() => onRelease({ name, exams: releasable(some) })}
                    >
                      {togetherScreens.open}
                    </Button>
                  )}
                </span>
              </th>
            </tr>
            {some.map((exam) => (
              <Row key={exam._id} exam={exam} />
            ))}
          </tbody>
        </Fragment>
      ))}
    </table>
  );
}

function Row({ exam }: { exam: ExamRowView }) {
  const { _id, subject, examDate, state, students, entered, absent, excused, average, totalMarks } = exam;
  // In a withdrawn exam, no mark counts or is missing.
  const counts = state !== "withdrawn";
  const missing = counts ? missingIn(exam) : 0;
  const place = placeOf(exam);
  const day = examDate && shortDate(examDate, dateHere(new Date()));
  return (
    <tr className="relative hover:bg-paper">
      <th scope="row" className={clsx(cell, "w-full max-w-0 ps-3.25 text-start font-normal")}>
        <Link
          href={`/admin/results/${_id}`}
          title={subject}
          className="block truncate rounded-sm font-semibold hover:text-accent hover:underline focus-visible:outline-offset-1 max-md:after:absolute max-md:after:inset-0"
        >
          {subject}
        </Link>
        <span className="figures block whitespace-normal text-ink-soft text-xs md:hidden">
          {place}
          {counts && " · "}
          {counts && (
            <span className={clsx(missing > 0 && "font-semibold text-warn")}>
              {[copy.ofAll(entered, students), copy.counts(absent, excused)].filter(Boolean).join(", ")}
            </span>
          )}
          {day && (
            <>
              {" · "}
              <span className="whitespace-nowrap">{day}</span>
            </>
          )}
        </span>
      </th>
      <td className={clsx(cell, fromMd)}>{place}</td>
      <td className={clsx(cell, fromMd, "figures")}>{day ?? copy.nothing}</td>
      <td className={clsx(cell, "max-md:whitespace-normal max-md:pe-3.25 max-md:text-end")}>
        <span className="inline-flex items-center gap-1.5">
          <ExamState state={state} isHeld={exam.isHeld} waits={exam.waits} />
          <ChevronRight aria-hidden className="size-5 shrink-0 text-ink-soft md:hidden" />
        </span>
      </td>
      <td className={clsx(cell, fromMd, numbers)}>{counts ? copy.ofAll(entered, students) : copy.nothing}</td>
      <td className={clsx(cell, fromMd, numbers)}>{(counts && absent) || copy.nothing}</td>
      <td className={clsx(cell, fromMd, numbers)}>
        {missing > 0 ? (
          <Link
            href={`/admin/results/${_id}?at=missing`}
            aria-label={copy.missingIn(missing, subject)}
            className="link rounded-sm font-semibold"
          >
            {missing}
          </Link>
        ) : (
          copy.nothing
        )}
      </td>
      <td className={clsx(cell, fromMd, numbers, "pe-3.25")}>
        {average === null || !counts ? copy.nothing : shownPercentage(percentageOfAverage(average, totalMarks))}
      </td>
    </tr>
  );
}
