import { Curve } from "@/components/plot/curve";
import { Col } from "@/components/table/col";
import { institute } from "@/content/institute";
import { curvesOf, dayOf } from "@/lib/curves";
import { shownDate } from "@/lib/dates";
import { shownPercentage } from "@/lib/grades";
import { copy } from "../messages";
import type { ComparedResultView } from "../schema";

/** The middle half of the class for a result. */
type Half = { resultId: string; low: number; high: number };

type SubjectCurvesProps = { results: readonly ComparedResultView[]; halves: readonly Half[] };

/** A curve for each subject with several results, with the middle half of the class if families may see it. */
export function SubjectCurves({ results, halves }: SubjectCurvesProps) {
  const known = new Map(halves.map(({ resultId, ...half }) => [resultId, half]));
  const curves = curvesOf(results, institute.timeZone).map(({ subject, points }) => ({
    subject,
    points: points.map((result) => {
      const { _id, percentage, examName } = result;
      return { _id, percentage, examName, day: dayOf(result, institute.timeZone), half: known.get(_id) };
    }),
  }));
  if (curves.length === 0) return null;
  return (
    <section aria-labelledby="by-subject" className="grid grid-cols-1 gap-4 print:hidden">
      <div className="grid gap-1">
        <h2 id="by-subject" className="text-xl">
          {copy.curvesTitle}
        </h2>
        <p className="text-ink-soft text-sm">{known.size > 0 ? copy.curvesWithClass : copy.curvesLead}</p>
      </div>
      <div className="grid grid-cols-2 gap-x-4 gap-y-5 rounded-lg border border-line bg-surface p-4 sm:gap-x-6 sm:p-6">
        {curves.map(({ subject, points }) => (
          <Curve key={subject} label={subject} points={points} />
        ))}
      </div>
      <details className="text-sm">
        <summary className="link inline-flex min-h-11 list-none items-center rounded-sm [&::-webkit-details-marker]:hidden">
          {copy.curvesTable}
        </summary>
        {/* With large letters it is wider than a phone. */}
        <div className="mt-3 overflow-x-auto">
          <table aria-labelledby="by-subject" className="w-full max-w-180">
            <thead className="text-ink-soft text-xs">
              <tr className="text-start [&>th]:py-1 [&>th]:font-semibold">
                <Col className="text-start">{copy.curvesHeads.subject}</Col>
                <Col className="text-start">{copy.curvesHeads.exam}</Col>
                <Col className="text-end">{copy.curvesHeads.percent}</Col>
                {known.size > 0 && <Col className="text-end">{copy.curvesHeads.middleHalf}</Col>}
              </tr>
            </thead>
            {curves.map(({ subject, points }) => (
              <tbody key={subject}>
                {points.map(({ _id, examName, day, percentage, half }, index) => (
                  <tr key={_id} className="border-line border-t align-top [&>*]:py-1.5">
                    <th scope="row" className="pe-3 text-start font-semibold">
                      {index === 0 ? subject : <span className="sr-only">{subject}</span>}
                    </th>
                    <td className="figures pe-3">
                      {examName && `${examName}, `}
                      <span className="whitespace-nowrap">{shownDate(day)}</span>
                    </td>
                    <td className="figures text-end">{shownPercentage(percentage)}</td>
                    {known.size > 0 && (
                      <td className="figures text-end">
                        {half ? copy.curvesSpan(half.low.toFixed(0), half.high.toFixed(0)) : copy.curvesNoSpan}
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            ))}
          </table>
        </div>
      </details>
    </section>
  );
}
