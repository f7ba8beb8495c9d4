import type { ReactNode } from "react";
import { Card } from "@/components/ui/card";

type FactsCardProps = { id: string; title: string; children: ReactNode };

export function SideCard({ id, title, children }: FactsCardProps) {
  return (
    <Card
      as="section"
      padding="none"
      aria-labelledby={id}
      className="grid grid-cols-1 content-start gap-1.5 rounded-md px-4 py-3 text-sm"
    >
      <h2 id={id} className="text-base">
        {title}
      </h2>
      {children}
    </Card>
  );
}

export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="grid gap-1">
      {facts.map(([name, value]) => (
        <div key={name} className="flex items-baseline gap-3">
          <dt className="w-20 shrink-0 text-ink-soft">{name}</dt>
          <dd className="figures wrap-anywhere min-w-0 text-balance">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
