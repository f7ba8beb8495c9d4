type BarsProps = {
  label: string;
  /** Bars in order; without a name, no label is shown. */
  bars: readonly { key: string; name: string; count: number }[];
};

const [width, height, base, tallest, widest] = [336, 160, 138, 112, 34];

/** Counts as bars with labels. A table has the same data. */
export function Bars({ label, bars }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const step = width / Math.max(1, bars.length);
  const wide = Math.min(widest, step * 0.7);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className="figures w-full max-w-120">
      {bars.map(({ key, name, count }, index) => {
        const tall = (count / most) * tallest;
        const middle = step * (index + 0.5);
        return (
          <g key={key}>
            <rect x={middle - wide / 2} y={base - tall} width={wide} height={tall} rx={2} className="fill-accent" />
            <text
              x={middle}
              y={base - tall - 6}
              textAnchor="middle"
              fontSize={12}
              fontWeight={600}
              className="fill-ink"
            >
              {count}
            </text>
            <text x={middle} y={height - 4} textAnchor="middle" fontSize={12} className="fill-ink-soft">
              {name}
            </text>
          </g>
        );
      })}
      <path d={`M0 ${base}H${width}`} className="stroke-ink-soft" />
    </svg>
  );
}
