import { Bars } from "@/components/plot/bars";
import { Col } from "@/components/table/col";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { shownDate } from "@/lib/dates";
import { stateNames } from "../messages";
import { figuresCopy as copy } from "../messages-figures";
import { shownMinutes } from "../rules-figures";
import { type SubmissionState, submissionStates } from "../schema";
import type { FiguresView } from "../schema-figures";
import { deskViews } from "../schema-views";

/** The statistics of applications. Rendered on the server, without client code. */
export function Figures({ figures }: { figures: FiguresView }) {
  return (
    <div className="grid grid-cols-1 gap-4">
      <Facts figures={figures} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-3">
        <Card as="section" padding="none" className="grid grid-cols-1 gap-3 rounded-md px-4 py-3.5 xl:col-span-2">
          <h2 className="text-base">{copy.byClass}</h2>
          <ClassTable classes={figures.classes} />
        </Card>
        <Card as="section" padding="none" className="grid grid-cols-1 gap-3 rounded-md px-4 py-3.5">
          <h2 className="text-base">{copy.byWeek}</h2>
          <Weeks weeks={figures.weeks} />
        </Card>
      </div>
    </div>
  );
}

function Facts({ figures: { classes, answers, seats } }: { figures: FiguresView }) {
  const total = classes.reduce((sum, one) => sum + one.total, 0);
  const { count, median, inTime } = answers;
  const facts = [
    { name: copy.applications, value: String(total), more: "" },
    median === null
      ? { name: copy.firstAnswer, value: copy.noAnswer, more: "" }
      : { name: copy.firstAnswer, value: shownMinutes(median), more: copy.ofHours },
    ...(count > 0 ? [{ name: copy.inTime, value: String(inTime), more: copy.of(count) }] : []),
    ...(seats ? [{ name: copy.seats(seats.year), value: String(seats.taken), more: copy.of(seats.seats) }] : []),
  ];
  return (
    <dl
      aria-label={copy.facts}
      className="grid grid-cols-1 gap-px overflow-hidden rounded-md border border-line bg-line sm:grid-cols-2 xl:flex"
    >
      {facts.map(({ name, value, more }) => (
        <div key={name} className="grow bg-surface px-3.5 py-2.5 sm:last:odd:col-span-2">
          <dt className="text-ink-soft text-xs">{name}</dt>
          <dd>
            <span className="font-semibold text-lg">{value}</span>{" "}
            <span className="figures text-ink-soft text-xs">{more}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The view of the desk for one state; undefined if there is none. */
const viewOf = (state: SubmissionState) => deskViews.find((view) => view === state);

function ClassTable({ classes }: Pick<FiguresView, "classes">) {
  const states = submissionStates.filter((state) => classes.some((one) => one.states[state]));
  const sumOf = (state: SubmissionState) => classes.reduce((sum, one) => sum + (one.states[state] ?? 0), 0);
  return (
    <div className="overflow-x-auto">
      <table aria-label={copy.byClass} className="figures w-full text-sm">
        <thead className="text-xs">
          <tr>
            <Col className="pe-3 text-start font-semibold">{copy.class}</Col>
            <Col className="px-2 text-end font-semibold">{copy.total}</Col>
            {states.map((state) => (
              <Col key={state} className="px-2 text-end font-semibold">
                {stateNames[state]}
              </Col>
            ))}
          </tr>
        </thead>
        <tbody>
          {classes.map(({ className, total, states: counts }) => (
            <tr key={className} className="border-line border-t">
              <th scope="row" className="whitespace-nowrap py-1.5 pe-3 text-start font-semibold max-md:py-2">
                {copy.className(className)}
              </th>
              <td className="relative px-2 text-end font-semibold">
                <Count count={total} view="all" className={className} />
              </td>
              {states.map((state) => (
                <td key={state} className="relative px-2 text-end">
                  <Count count={counts[state] ?? 0} view={viewOf(state)} className={className} />
                </td>
              ))}
            </tr>
          ))}
          <tr className="border-line-strong border-t font-semibold">
            <th scope="row" className="py-1.5 pe-3 text-start max-md:py-2">
              {copy.total}
            </th>
            <td className="relative px-2 text-end">
              <Count count={classes.reduce((sum, one) => sum + one.total, 0)} view="all" />
            </td>
            {states.map((state) => (
              <td key={state} className="relative px-2 text-end">
                <Count count={sumOf(state)} view={viewOf(state)} />
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

type CountProps = { count: number; view: string | undefined; className?: number };

/** A number that links to the rows it counts. */
function Count({ count, view, className }: CountProps) {
  if (count === 0) return <span className="text-ink-soft">0</span>;
  if (!view) return count;
  const filter = className === undefined ? "" : `&class=${className}`;
  return (
    <Link
      href={`/admin/get-info?view=${view}${filter}`}
      className="link rounded-sm after:absolute after:inset-0 focus-visible:outline-offset-1"
    >
      {count}
    </Link>
  );
}

function Weeks({ weeks }: Pick<FiguresView, "weeks">) {
  // Twelve dates do not fit on a phone: label every third week.
  const bars = weeks.map(({ monday, count }, index) => ({
    key: monday,
    count,
    name: index % 3 === 1 ? shownDate(monday).slice(0, -5) : "",
  }));
  const said = weeks.map(({ monday, count }) => copy.weekCount(count, shownDate(monday))).join(", ");
  return (
    <>
      <Bars label={copy.drawn(said)} bars={bars} />
      <table aria-label={copy.byWeek} className="figures w-full max-w-80 text-sm">
        <thead className="text-xs">
          <tr>
            <Col className="text-start font-semibold">{copy.week}</Col>
            <Col className="text-end font-semibold">{copy.received}</Col>
          </tr>
        </thead>
        <tbody>
          {weeks.toReversed().map(({ monday, count }) => (
            <tr key={monday} className="border-line border-t">
              <th scope="row" className="py-1 text-start font-normal">
                {shownDate(monday)}
              </th>
              <td className="text-end">{count}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
