import { institute } from "@/content/institute";
import { dayOf } from "@/lib/curves";
import { shownDate } from "@/lib/dates";
import { shownPercentage } from "@/lib/grades";
import { copy } from "../messages";
import { wayOf } from "../rules";
import type { ResultView } from "../schema";

const mostDots = 24;
const lines = [100, 50, 0];

/** The student's percentages over time, as plain SVG without a chart library. A line joins those of one subject only. */
export function WayChart({ results }: { results: ResultView[] }) {
  const way = wayOf(results, mostDots, institute.timeZone);
  const dots = way.map((result, index) => ({
    id: result._id,
    x: 2 + (index * 96) / Math.max(1, way.length - 1),
    y: 100 - result.percentage,
    title: `${shownPercentage(result.percentage)}, ${shownDate(dayOf(result, institute.timeZone))}`,
  }));
  const days = way.map((result) => shownDate(dayOf(result, institute.timeZone)));
  const [first = "", last = ""] = [days[0], days.at(-1)];
  const isOneSubject = new Set(way.map(({ subject }) => subject)).size === 1;
  const percentages = way.map((result) => result.percentage);
  const [lowest, highest] = [Math.min(...percentages), Math.max(...percentages)].map(shownPercentage);

  return (
    <section className="grid gap-5 print:break-inside-avoid print:gap-3">
      <div className="grid gap-1">
        <h2 className="text-xl print:text-lg">{copy.wayTitle}</h2>
        <p className="text-ink-soft text-sm print:hidden">{copy.wayLead}</p>
      </div>
      <div className="flex gap-3">
        <div aria-hidden className="figures -my-2.5 flex flex-col justify-between text-end text-ink-soft text-xs">
          {lines.map((percent) => (
            <span key={percent}>{percent}%</span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={copy.wayText(way.length, first, last, lowest ?? "", highest ?? "")}
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          className="h-48 w-full min-w-0 overflow-visible fill-none print:h-20"
        >
          {lines.map((percent) => (
            <path
              key={percent}
              d={`M0 ${100 - percent}h100`}
              vectorEffect="non-scaling-stroke"
              className="stroke-line"
            />
          ))}
          {isOneSubject && (
            <path
              d={`M${dots.map(({ x, y }) => `${x} ${y}`).join("L")}`}
              vectorEffect="non-scaling-stroke"
              strokeWidth={2}
              strokeLinejoin="round"
              className="stroke-accent"
            />
          )}
          {/* Zero-length lines with round caps stay round when the SVG is stretched. */}
          {dots.map(({ id, x, y, title }) => (
            <path
              key={id}
              d={`M${x} ${y}h0`}
              vectorEffect="non-scaling-stroke"
              strokeWidth={10}
              strokeLinecap="round"
              className="stroke-accent"
            >
              <title>{title}</title>
            </path>
          ))}
        </svg>
      </div>
      <p aria-hidden className="figures flex justify-between gap-4 ps-12 text-ink-soft text-xs">
        <span>{first}</span>
        <span className="text-end">{last}</span>
      </p>
    </section>
  );
}
