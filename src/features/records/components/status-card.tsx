import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { copy } from "../messages";
import type { Level } from "../rules";

const tones = { good: "success", attention: "warning", bad: "danger" } as const;
const icons: Record<Level, ReactNode> = {
  good: <CircleCheck aria-hidden />,
  attention: <TriangleAlert aria-hidden />,
  bad: <CircleAlert aria-hidden />,
};

type StatusCardProps = {
  title: string;
  verdict: { level: Level; says: string; advice?: string };
  /** Where to do what the advice says. */
  page?: { href: string; label: string } | undefined;
  facts: [name: string, value: ReactNode][];
};

/** One part of the product: its state, what to do, and its figures, which are folded if all is well. */
export function StatusCard({ title, verdict: { level, says, advice }, page, facts }: StatusCardProps) {
  const list = (
    <dl className="grid gap-1.5 text-sm">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
  return (
    <Card as="li" className="grid h-full content-start gap-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-xl">{title}</h2>
        <Badge tone={tones[level]}>
          {icons[level]}
          {copy.levels[level]}
        </Badge>
      </div>
      <div className="grid gap-1">
        <p className="font-semibold">{says}</p>
        {advice && <p>{advice}</p>}
        {advice && page && (
          <p className="pt-1">
            <Link href={page.href} className="link">
              {page.label}
            </Link>
          </p>
        )}
      </div>
      {facts.length > 0 && level !== "good" && list}
      {facts.length > 0 && level === "good" && (
        <details className="text-sm">
          <summary className="link w-fit cursor-pointer rounded-sm">{copy.details}</summary>
          <div className="pt-2">{list}</div>
        </details>
      )}
    </Card>
  );
}
