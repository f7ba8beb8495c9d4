import type { ReactNode } from "react";
import { Curve } from "@/components/plot/curve";
import { tableStyle } from "@/components/table/table-style";
import { Card } from "@/components/ui/card";
import { dateHere, institute } from "@/content/institute";
import { curvesOf, dayOf } from "@/lib/curves";
import { gradeFor, shownPercentage } from "@/lib/grades";
import { shortDate } from "@/lib/short-days";
import { personScreens as copy } from "../messages-person";
import type { TaughtStudentView } from "../schema-taught";

const head = "h-9 border-line border-b px-2.25 text-start font-semibold text-xs first:ps-3.25 last:pe-3.25";
const cell = "h-10 border-line px-2.25 first:ps-3.25 last:pe-3.25 group-not-last:border-b";

const mostCurves = 6;

type Result = TaughtStudentView["results"][number];

type StudentResultsProps<Row extends Result> = {
  results: readonly Row[];
  /** The actions on a result, from the room of results. */
  actionOf?: (result: Row) => ReactNode;
  noteOf?: (result: Row) => ReactNode;
  /** Whether a result is withdrawn. */
  isGone?: (result: Row) => boolean;
  /** The middle half of all participants, by result. */
  halves?: ReadonlyMap<string, { low: number; high: number }> | undefined;
};

/** The results of a student: a curve for each subject with several results, and a table of all results. */
export function StudentResults<Row extends Result>(props: StudentResultsProps<Row>) {
  const { results, actionOf, noteOf, isGone = () => false, halves = new Map() } = props;
  const counted = results.filter((result) => !isGone(result));
  const hasClasses = new Set(results.map(({ className }) => className)).size > 1;
  const curves = curvesOf(counted, institute.timeZone).slice(0, mostCurves);
  return (
    <>
      {curves.length > 0 && (
        <Card as="section" padding="none" className="grid grid-cols-1 gap-2 rounded-md px-4 py-3">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h2 className="text-base">{copy.curve}</h2>
            {halves.size > 0 && <p className="text-ink-soft text-xs">{copy.curveLegend}</p>}
          </div>
          <div className="grid grid-cols-1 gap-x-5 gap-y-3 sm:grid-cols-3">
            {curves.map(({ subject, points }) => (
              <Curve
                key={subject}
                label={subject}
                points={points.map((point) => ({
                  _id: point._id,
                  percentage: point.percentage,
                  day: dayOf(point, institute.timeZone),
                  half: halves.get(point._id),
                }))}
              />
            ))}
          </div>
        </Card>
      )}
      <section className="grid grid-cols-1 gap-2">
        <h2 id="results" className="text-base">
          {copy.results} <span className="figures font-normal text-ink-soft text-sm">{counted.length}</span>
        </h2>
        {results.length === 0 ? (
          <p className="text-ink-soft text-sm">{copy.noResults}</p>
        ) : (
          <table aria-labelledby="results" className={tableStyle}>
            <thead>
              <tr>
                <th className={head}>{copy.heads.subject}</th>
                <th className={`${head} max-md:hidden`}>{copy.heads.exam}</th>
                <th className={`${head} text-end`}>{copy.heads.marks}</th>
                <th className={`${head} text-end max-md:hidden`}>{copy.heads.percent}</th>
                <th className={head}>{copy.heads.grade}</th>
                {halves.size > 0 && <th className={`${head} text-end max-md:hidden`}>{copy.heads.middleHalf}</th>}
                {hasClasses && <th className={`${head} max-md:hidden`}>{copy.heads.class}</th>}
                {actionOf && (
                  <th className={`${head} w-10`}>
                    <span className="sr-only">{copy.heads.actions}</span>
                  </th>
                )}
              </tr>
            </thead>
            <tbody>
              {results.map((result) => (
                <tr key={result._id} id={`result-${result._id}`} className="group scroll-mt-24 target:bg-accent-soft">
                  <td className={`${cell} w-full max-w-0 py-1`}>
                    <span className="block truncate font-semibold">
                      {result.subject ?? copy.classResult(result.className)}
                    </span>
                    <span className="block text-ink-soft text-xs md:hidden">{examOf(result)}</span>
                    {noteOf?.(result)}
                  </td>
                  <td
                    title={examOf(result)}
                    className={`${cell} max-w-42 truncate text-ink-soft text-xs max-md:hidden 2xl:max-w-60`}
                  >
                    {examOf(result)}
                  </td>
                  <td
                    className={`${cell} figures whitespace-nowrap text-end font-semibold ${isGone(result) ? "line-through" : ""}`}
                  >
                    {result.score} / {result.totalMarks}
                  </td>
                  <td className={`${cell} figures text-end max-md:hidden ${isGone(result) ? "line-through" : ""}`}>
                    {shownPercentage(result.percentage)}
                  </td>
                  <td className={`${cell} ${isGone(result) ? "line-through" : ""}`}>
                    {gradeFor(result.score, result.totalMarks).grade}
                  </td>
                  {halves.size > 0 && (
                    <td className={`${cell} figures whitespace-nowrap text-end text-ink-soft max-md:hidden`}>
                      {spanOf(halves.get(result._id))}
                    </td>
                  )}
                  {hasClasses && <td className={`${cell} max-md:hidden`}>{result.className}</td>}
                  {actionOf && <td className={`${cell} px-1 text-end`}>{actionOf(result)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </section>
    </>
  );
}

const examOf = (result: Result) =>
  [result.examName, shortDate(dayOf(result, institute.timeZone), dateHere(new Date()))].filter(Boolean).join(", ");

const spanOf = (half: { low: number; high: number } | undefined) =>
  half ? copy.halfSpan(half.low.toFixed(0), half.high.toFixed(0)) : copy.noHalf;
