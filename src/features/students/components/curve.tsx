import { shownDate } from "@/lib/dates";

type Point = { _id: string; percentage: number; day: string };

const [width, height] = [220, 104];
const room = { left: 26, right: 14, top: 14, bottom: 20 };

/** The results of a subject as a line from left to right. The table of results says the same. */
export function Curve({ label, points }: { label: string; points: readonly Point[] }) {
  const lowest = Math.min(60, Math.floor(Math.min(...points.map(({ percentage }) => percentage)) / 20) * 20);
  const ticks = [100, 80, 60, 40, 20, 0].filter((tick) => tick >= lowest);
  const x = (index: number) => room.left + (index * (width - room.left - room.right)) / Math.max(1, points.length - 1);
  const y = (percent: number) =>
    room.top + ((100 - percent) / Math.max(1, 100 - lowest)) * (height - room.top - room.bottom);
  const at = points.map(({ percentage }, index) => `${x(index).toFixed(1)},${y(percentage).toFixed(1)}`);
  const last = points.at(-1);
  const said = points.map(({ percentage, day }) => `${percentage.toFixed(1)}% on ${shownDate(day)}`).join(", ");

  return (
    <figure className="min-w-0">
      <figcaption className="truncate font-semibold text-xs">{label}</figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={`${label}: ${said}`} className="figures w-full">
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={room.left} x2={width - 4} y1={y(tick)} y2={y(tick)} className="stroke-line" />
            <text x={room.left - 6} y={y(tick) + 3} textAnchor="end" fontSize={9} className="fill-ink-soft">
              {tick}
            </text>
          </g>
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
            y={Math.max(9, y(last.percentage) - 7)}
            textAnchor="middle"
            fontSize={10}
            fontWeight={650}
            className="fill-ink"
          >
            {last.percentage.toFixed(1).replace(/\.0$/, "")}
          </text>
        )}
        {points[0] && (
          <text x={room.left} y={height - 5} fontSize={9} className="fill-ink-soft">
            {shownDate(points[0].day).slice(0, -5)}
          </text>
        )}
        {last && (
          <text x={width - 4} y={height - 5} textAnchor="end" fontSize={9} className="fill-ink-soft">
            {shownDate(last.day).slice(0, -5)}
          </text>
        )}
      </svg>
    </figure>
  );
}
