export function HeldFacts({ facts }: { facts: readonly [name: string, value: string | number][] }) {
  if (facts.length === 0) return null;
  return (
    <dl className="grid grid-cols-1 divide-y divide-line border-line border-y text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5 office:py-1.5">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="figures wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
