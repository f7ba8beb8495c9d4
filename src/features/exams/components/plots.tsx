import { Bars } from "@/components/plot/bars";
import { Fold } from "@/components/ui/fold";
import { Link } from "@/components/ui/link";
import { shownPercentage, toTenths } from "@/lib/grades";
import { screens } from "../messages-screens";
import { statisticsScreens } from "../messages-statistics";
import type { ComparedView, FiguresView } from "../schema-statistics";

const copy = statisticsScreens.statistics;

/** A percentage without its sign (decision 15). */
export const tenths = (percentage: number) => toTenths(percentage).toFixed(1);

const whole = (percent: number) => String(Math.round(percent));

type Bands = NonNullable<FiguresView["distribution"]>["bands"];

/** Students by grade as bars, lowest grade first. */
export function BandsPlot({ bands }: { bands: Bands }) {
  const said = bands.map(({ grade, count }) => `${grade} ${count}`).join(", ");
  return <Bars label={copy.drawn(said)} bars={bands.map(({ grade, count }) => ({ key: grade, name: grade, count }))} />;
}

/** A box plot of an exam's marks from 0 to 100 percent: the middle half as a box, the median as a line. */
export function BoxPlot({ box }: { box: NonNullable<ComparedView["box"]> }) {
  const { lowest, lowerQuartile, median, upperQuartile, highest } = box;
  const said = copy.boxed(whole(lowest), whole(lowerQuartile), whole(median), whole(upperQuartile), whole(highest));
  return (
    <svg
      viewBox="0 0 100 20"
      preserveAspectRatio="none"
      role="img"
      aria-label={said}
      className="h-5 w-full min-w-0 overflow-visible fill-none"
    >
      <title>{said}</title>
      <path d={`M${lowest} 10H${highest}`} vectorEffect="non-scaling-stroke" className="stroke-ink-soft" />
      <rect
        x={lowerQuartile}
        y={2}
        width={upperQuartile - lowerQuartile}
        height={16}
        vectorEffect="non-scaling-stroke"
        className="fill-accent-soft stroke-accent"
      />
      <path d={`M${median} 2V18`} vectorEffect="non-scaling-stroke" strokeWidth={3} className="stroke-accent" />
    </svg>
  );
}

type ComparedProps = {
  label: string;
  title: string;
  rows: (ComparedView & { key: string; name: string; href?: string })[];
};

/** Exams or sections in rows, each with its box plot and numbers. */
export function ComparedTable({ label, title, rows }: ComparedProps) {
  return (
    <table aria-label={label} className="w-full table-fixed text-sm">
      <colgroup>
        <col className="w-2/5" />
        <col />
        <col className="w-16" />
        <col className="w-13" />
      </colgroup>
      <thead className="sr-only">
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">{copy.middleHalf}</th>
          <th scope="col">{copy.average}</th>
          <th scope="col">{copy.n}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, href, n, average, box }) => (
          <tr key={key}>
            <th scope="row" className="truncate py-1.5 pe-3 text-start font-semibold">
              {href ? (
                <Link href={href} title={name} className="link rounded-sm">
                  {name}
                </Link>
              ) : (
                name
              )}
            </th>
            <td className="px-1 py-1.5 align-middle">
              {box ? <BoxPlot box={box} /> : <span className="sr-only">{copy.tooFew}</span>}
            </td>
            <td className="figures py-1.5 text-end">{shownPercentage(average)}</td>
            <td className="figures py-1.5 text-end text-ink-soft text-xs">{copy.number(n)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type BoxesProps = { title: string; rows: readonly { key: string; name: string; box: ComparedView["box"] }[] };

/** The numbers of box plots as a table. */
export function BoxesTable({ title, rows }: BoxesProps) {
  const boxes = rows.flatMap(({ key, name, box }) => {
    if (!box) return [];
    const half = screens.fromTo(tenths(box.lowerQuartile), tenths(box.upperQuartile));
    return [{ key, cells: [name, tenths(box.lowest), half, tenths(box.median), tenths(box.highest)] }];
  });
  if (boxes.length === 0) return null;
  const heads = [title, copy.lowest, copy.middleHalf, copy.median, copy.best];
  return <PlotTable summary={copy.inNumbers} heads={heads} rows={boxes} />;
}

type PlotTableProps = {
  summary: string;
  heads: readonly string[];
  rows: readonly { key: string; cells: readonly (string | number)[] }[];
};

/** The numbers of a plot as a table, which is closed at first. */
export function PlotTable({ summary, heads, rows }: PlotTableProps) {
  const side = (index: number) => (index === 0 ? "text-start" : "ps-3 text-end");
  return (
    <Fold summary={summary} quiet className="text-sm">
      <table className="w-full max-w-128">
        <thead className="text-xs">
          <tr>
            {heads.map((head, index) => (
              <th key={head} scope="col" className={`font-semibold ${side(index)}`}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="figures">
          {rows.map(({ key, cells: [name, ...numbers] }) => (
            <tr key={key} className="border-line border-t">
              <th scope="row" className="wrap-anywhere py-1 text-start font-normal">
                {name}
              </th>
              {numbers.map((number, index) => (
                <td key={heads[index + 1]} className={side(index + 1)}>
                  {number}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Fold>
  );
}
