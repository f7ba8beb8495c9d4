import { shownDate } from "@/lib/dates";
import { shownPercentage, toTenths } from "@/lib/grades";

/** A result on a day, in percent, with the middle half of all participants, if it may be shown. */
export type CurvePoint = {
  _id: string;
  percentage: number;
  day: string;
  half?: { low: number; high: number } | undefined;
};

const [width, height] = [220, 104];
const room = { left: 30, right: 14, top: 14, bottom: 20 };

/** Lifts a label off the line of 100 percent, which would strike it through. */
const above = (y: number) => (y < room.top + 10 ? Math.max(9, Math.min(y, room.top - 3)) : y);

type Placed = { index: number; half: { low: number; high: number } };

/** Consecutive points with a middle half. */
function runsOf(points: readonly CurvePoint[]): Placed[][] {
  const runs: Placed[][] = [[]];
  for (const [index, { half }] of points.entries()) {
    if (half) runs.at(-1)?.push({ index, half });
    else runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** The results of a subject as a line chart. A table has the same data. */
export function Curve({ label, points }: { label: string; points: readonly CurvePoint[] }) {
  const least = points.flatMap(({ percentage, half }) => (half ? [percentage, half.low] : [percentage]));
  const lowest = Math.min(60, Math.floor(Math.min(...least) / 20) * 20);
  const ticks = [100, 80, 60, 40, 20, 0].filter((tick) => tick >= lowest);
  const x = (index: number) => room.left + (index * (width - room.left - room.right)) / Math.max(1, points.length - 1);
  const y = (percent: number) =>
    room.top + ((100 - percent) / Math.max(1, 100 - lowest)) * (height - room.top - room.bottom);
  const spot = (index: number, percent: number) => `${x(index).toFixed(1)},${y(percent).toFixed(1)}`;
  const at = points.map(({ percentage }, index) => spot(index, percentage));
  const last = points.at(-1);
  const said = points.map(({ percentage, day }) => `${shownPercentage(percentage)} on ${shownDate(day)}`).join(", ");
  const around = (run: Placed[]) =>
    [
      ...run.map(({ index, half }) => spot(index, half.high)),
      ...run.toReversed().map(({ index, half }) => spot(index, half.low)),
    ].join(" ");

  return (
    <figure className="min-w-0">
      <figcaption className="truncate font-semibold text-xs">{label}</figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${label}: ${said}`}
        className="figures w-full overflow-visible"
      >
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={room.left} x2={width - 4} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text
              x={room.left - 6}
              y={y(tick) + 3}
              textAnchor="end"
              fontSize={11.5}
              className="fill-ink-soft max-sm:text-base"
            >
              {tick}
            </text>
          </g>
        ))}
        {runsOf(points).map((run) => (
          // A single middle half is drawn as a vertical line.
          <polygon
            key={run[0]?.index}
            points={around(run)}
            strokeWidth={run.length === 1 ? 6 : 0}
            className="fill-accent-soft stroke-accent-soft"
          />
        ))}
        <polyline points={at.join(" ")} fill="none" strokeWidth={2} className="stroke-accent" />
        {points.map(({ _id, percentage }, index) => (
          <circle
            key={_id}
            cx={x(index)}
            cy={y(percentage)}
            r={index === points.length - 1 ? 3.5 : 2.25}
            className="fill-accent"
          />
        ))}
        {last && (
          <text
            x={x(points.length - 1)}
            y={above(y(last.percentage) - 7)}
            textAnchor="middle"
            fontSize={12.5}
            fontWeight={650}
            strokeWidth={3}
            strokeLinejoin="round"
            paintOrder="stroke"
            className="fill-ink stroke-surface max-sm:text-lg"
          >
            {toTenths(last.percentage)}
          </text>
        )}
        {points[0] && (
          <text x={room.left} y={height - 5} fontSize={11.5} className="fill-ink-soft max-sm:text-base">
            {shownDate(points[0].day).slice(0, -5)}
          </text>
        )}
        {last && (
          <text
            x={width - 4}
            y={height - 5}
            textAnchor="end"
            fontSize={11.5}
            className="fill-ink-soft max-sm:text-base"
          >
            {shownDate(last.day).slice(0, -5)}
          </text>
        )}
      </svg>
    </figure>
  );
}
