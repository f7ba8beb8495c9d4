import { clsx } from "clsx";
import { Card } from "@/components/ui/card";
import { percentageOfAverage, shownPercentage, toTenths } from "@/lib/grades";
import { screens } from "../messages-screens";
import { statisticsScreens } from "../messages-statistics";
import type { ExamStatisticsView, FiguresView } from "../schema-statistics";
import { BandsPlot, BoxesTable, ComparedTable, PlotTable, tenths } from "./plots";

const copy = statisticsScreens.statistics;
const rounded = (value: number) => String(toTenths(value));

/** The statistics of an exam. Rendered on the server, without client code. */
export function ExamStatistics({ statistics }: { statistics: ExamStatisticsView }) {
  const { figures, isReleased, sections, others } = statistics;
  if (!figures) return null;
  return (
    <section aria-label={copy.title} className="mb-4 grid grid-cols-1 gap-4">
      {!isReleased && (
        <div className="grid gap-0.5">
          <h2 className="text-lg">{copy.title}</h2>
          <p className="text-ink-soft text-xs">{copy.ofDrafts}</p>
        </div>
      )}
      <Figures statistics={statistics} figures={figures} />
      <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
        <Card as="section" padding="none" className="grid grid-cols-1 gap-3 rounded-md px-4 py-3.5">
          <h2 className="text-base">{copy.byGrade}</h2>
          {figures.distribution ? (
            <>
              <BandsPlot bands={figures.distribution.bands} />
              <BandsTable bands={figures.distribution.bands} n={figures.n} />
            </>
          ) : (
            <p className="text-ink-soft text-sm">{copy.tooFew}</p>
          )}
        </Card>
        {sections.length + others.length > 0 && <Against sections={sections} others={others} />}
      </div>
    </section>
  );
}

function Figures({ statistics, figures }: { statistics: ExamStatisticsView; figures: FiguresView }) {
  const { totalMarks, students, absent, excused, missing } = statistics;
  const { n, average, median, lowest, highest, distribution } = figures;
  const percent = (mark: number) => percentageOfAverage(mark, totalMarks);
  const span = (low: number, high: number) => copy.fromTo(tenths(percent(low)), tenths(percent(high)));
  const facts = [
    { name: copy.marks, value: String(n), more: copy.of(students) },
    { name: copy.average, value: shownPercentage(percent(average)), more: copy.inMarks(rounded(average), totalMarks) },
    { name: copy.median, value: shownPercentage(percent(median)), more: copy.inMarks(rounded(median), totalMarks) },
    ...(distribution
      ? [
          { name: copy.middleHalf, value: span(distribution.lowerQuartile, distribution.upperQuartile), more: "" },
          { name: copy.range, value: span(lowest, highest), more: "" },
        ]
      : []),
    { name: copy.missing, value: String(missing), more: screens.counts(absent, excused) },
  ];
  return (
    <dl
      className={clsx(
        "grid grid-cols-2 gap-px overflow-hidden rounded-md border border-line bg-line xl:flex",
        // An empty cell of the grid would have the colour of the lines.
        facts.length % 3 === 0 && "sm:grid-cols-3",
      )}
    >
      {facts.map(({ name, value, more }) => (
        <div key={name} className="grow bg-surface px-3.5 py-2.5">
          <dt className="text-ink-soft text-xs">{name}</dt>
          <dd className="whitespace-nowrap">
            <span className="font-semibold text-lg">{value}</span>{" "}
            <span className="figures text-ink-soft text-xs">{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function BandsTable({ bands, n }: { bands: NonNullable<FiguresView["distribution"]>["bands"]; n: number }) {
  const rows = bands.map(({ grade, count }) => ({ key: grade, cells: [grade, count, tenths((count / n) * 100)] }));
  return <PlotTable summary={copy.asTable} heads={[copy.grade, copy.students, "%"]} rows={rows} />;
}

function Against({ sections, others }: Pick<ExamStatisticsView, "sections" | "others">) {
  const rows = [
    ...sections.map(({ section, ...row }) => ({ key: section, name: copy.section(section), ...row })),
    ...others.map(({ _id, examName, ...row }) => ({ key: _id, name: examName, href: `/admin/results/${_id}`, ...row })),
  ];
  return (
    <Card as="section" padding="none" className="grid grid-cols-1 gap-2 rounded-md px-4 py-3.5">
      <h2 className="text-base">{copy.against}</h2>
      <ComparedTable label={copy.against} title={statisticsScreens.year.exam} rows={rows} />
      <p className="text-ink-soft text-xs">{copy.legend}</p>
      <BoxesTable title={statisticsScreens.year.exam} rows={rows} />
    </Card>
  );
}
