import { ChartColumn } from "lucide-react";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/site/page-header";
import { YearLinks } from "@/components/site/year-links";
import { cellStyle, tableStyle } from "@/components/table/table-style";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { Section } from "@/components/ui/section";
import { shownDate } from "@/lib/dates";
import { shownPercentage } from "@/lib/grades";
import { screens } from "../messages-screens";
import { statisticsScreens } from "../messages-statistics";
import type { YearStatisticsView } from "../schema-statistics";
import { BoxesTable, BoxPlot } from "./plots";

const copy = statisticsScreens.year;

const path = "/admin/results/statistics";
const addressOf = (year: string | undefined, className?: string) => {
  const query = new URLSearchParams({ ...(year && { year }), ...(className && { class: className }) }).toString();
  return query ? `${path}?${query}` : path;
};

type YearStatisticsProps = {
  found: YearStatisticsView;
  className: string | undefined;
  /** The caller sees only exams that they teach, not all of them. */
  isTaught: boolean;
};

/** The statistics of a year's released exams: by class, or one class by subject and exam. */
export function YearStatistics({ found, className, isTaught }: YearStatisticsProps) {
  const { years, year, classes, subjects, exams } = found;
  const crumbs = [
    { href: "/admin/results", label: screens.title },
    ...(className ? [{ href: addressOf(year?._id), label: copy.title }] : []),
  ];
  const bySubject = exams.toSorted((one, other) => one.subject.localeCompare(other.subject));
  return (
    <>
      <PageHeader
        title={className ? screens.className(className) : copy.title}
        lead={className ? undefined : copy.lead}
        crumbs={crumbs}
      />
      <div className="grid grid-cols-1 gap-6">
        <YearLinks
          label={copy.chooseYear}
          years={years.toReversed()}
          year={year?._id}
          hrefOf={(one) => addressOf(one, className)}
        />
        {classes.length === 0 && (
          <EmptyState
            icon={<ChartColumn />}
            title={isTaught ? copy.emptyTitleTaught : copy.emptyTitle}
            hint={copy.emptyHint}
          />
        )}
        {classes.length > 0 && !className && (
          <Table
            label={copy.title}
            heads={[copy.className, copy.exams, copy.results, copy.average]}
            rows={classes.map((one) => ({
              id: one.className,
              cells: [
                <Link key="class" href={addressOf(year?._id, one.className)} className={rowLink}>
                  {screens.className(one.className)}
                </Link>,
                one.exams,
                one.n.toLocaleString("en-IN"),
                shownPercentage(one.average),
              ],
            }))}
          />
        )}
        {className && subjects.length > 0 && (
          <Section title={copy.bySubject}>
            <Table
              label={copy.bySubject}
              heads={[copy.subject, copy.exams, copy.results, copy.average]}
              rows={subjects.map(({ subject, exams: count, n, average }) => ({
                id: subject,
                cells: [subject, count, n, shownPercentage(average)],
              }))}
            />
          </Section>
        )}
        {exams.length > 0 && (
          <Section title={copy.byExam} lead={statisticsScreens.statistics.legend}>
            <Table
              label={copy.byExam}
              heads={[copy.exam, copy.spread, copy.results, copy.average]}
              rows={bySubject.map((exam) => ({
                id: exam._id,
                cells: [
                  <ExamName key="exam" exam={exam} />,
                  exam.box ? <BoxPlot key="box" box={exam.box} /> : screens.nothing,
                  exam.n,
                  shownPercentage(exam.average),
                ],
              }))}
            />
            <BoxesTable
              title={copy.exam}
              rows={bySubject.map((exam) => ({
                key: exam._id,
                name: `${exam.subject} · ${detailOf(exam)}`,
                box: exam.box,
              }))}
            />
          </Section>
        )}
      </div>
    </>
  );
}

type Exam = YearStatisticsView["exams"][number];

const detailOf = ({ examName, examDate, sections }: Exam) =>
  [examName, sections.join(", "), examDate && shownDate(examDate)].filter(Boolean).join(" · ");

function ExamName({ exam }: { exam: Exam }) {
  const { _id, subject } = exam;
  return (
    <>
      <Link href={`/admin/results/${_id}`} title={subject} className={`block truncate ${rowLink}`}>
        {subject}
      </Link>
      <span className="figures block truncate text-ink-soft text-xs">{detailOf(exam)}</span>
    </>
  );
}

/** On a phone, the whole row is the link. */
const rowLink =
  "rounded-sm font-semibold hover:text-accent hover:underline focus-visible:outline-offset-1 max-md:after:absolute max-md:after:inset-0";

type Row = { id: string; cells: ReactNode[] };

/** A table whose last two columns are numbers, and whose second one is a plot or a number. */
function Table({ label, heads, rows }: { label: string; heads: readonly string[]; rows: Row[] }) {
  const side = (index: number, of: ReactNode) =>
    index === 0 || typeof of === "object" ? "text-start" : "figures text-end";
  return (
    <table aria-label={label} className={tableStyle}>
      <thead>
        <tr>
          {heads.map((head, index) => (
            <th
              key={head}
              scope="col"
              className={`h-9 border-line border-b px-2.25 font-semibold text-xs first:ps-3.25 last:pe-3.25 ${side(index, rows[0]?.cells[index])}`}
            >
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id} className="group relative">
            {cells.map((value, index) => (
              <td
                key={heads[index]}
                className={`${cellStyle} ${side(index, value)} ${index === 0 ? "w-full max-w-0 sm:w-1/3" : ""}`}
              >
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
