import { ChevronDown, CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Fold } from "@/components/ui/fold";
import { copy as room } from "../messages";
import { statusScreens as copy } from "../messages-status";
import type { Level } from "../rules-status";

const tones = { good: "success", attention: "warning", bad: "danger" } as const;
const icons: Record<Level, ReactNode> = {
  good: <CircleCheck aria-hidden />,
  attention: <TriangleAlert aria-hidden />,
  bad: <CircleAlert aria-hidden />,
};

type Facts = [name: string, value: ReactNode][];

type StatusCardProps = {
  title: string;
  verdict: { level: Level; says: string; advice?: string };
  /** Where to do what the advice says. */
  page: { href: string; label: string } | undefined;
  /** What only the person who runs the server can do. */
  forServer: string | undefined;
  facts: Facts;
};

/** A part of the product that needs attention: its state, what to do, and its figures, folded. */
export function StatusCard({ title, verdict: { level, says, advice }, page, forServer, facts }: StatusCardProps) {
  return (
    <Card as="li" padding="none" className="grid grid-cols-1 content-start gap-3 p-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 className="text-base">{title}</h2>
        <State level={level} />
      </div>
      <div className="grid gap-1 text-sm">
        <p className="font-semibold">{says}</p>
        {advice && <p className="text-ink-soft">{advice}</p>}
      </div>
      {page && (
        <div className="grid sm:justify-start">
          <ButtonLink href={page.href} variant="secondary">
            {page.label}
          </ButtonLink>
        </div>
      )}
      {(forServer || facts.length > 0) && (
        <Fold summary={forServer ? room.forServer : copy.details} className="text-sm">
          <div className="grid grid-cols-1 gap-2">
            {forServer && <p>{forServer}</p>}
            {facts.length > 0 && <Figures facts={facts} />}
          </div>
        </Fold>
      )}
    </Card>
  );
}

/** A part of the product that works, in a line that unfolds to its figures. */
export function StatusRow({ title, says, facts }: { title: string; says: string; facts: Facts }) {
  return (
    <li>
      <details className="group text-sm">
        <summary className="flex min-h-12 list-none flex-wrap items-center gap-x-4 gap-y-0.5 px-4 py-2 hover:bg-paper focus-visible:-outline-offset-3 dense:min-h-11 [&::-webkit-details-marker]:hidden">
          <h2 className="grow text-sm md:w-40 md:shrink-0 md:grow-0">{title}</h2>
          <span className="order-last basis-full text-ink-soft md:order-none md:grow md:basis-0">{says}</span>
          <State level="good" />
          <span className="flex items-center gap-1 font-semibold text-accent text-xs">
            <span className="max-md:sr-only">{copy.details}</span>
            <ChevronDown aria-hidden className="size-4.5 group-open:rotate-180" />
          </span>
        </summary>
        <div className="max-w-text px-4 pt-1 pb-3 md:ps-48">
          <Figures facts={facts} />
        </div>
      </details>
    </li>
  );
}

function State({ level }: { level: Level }) {
  return (
    <Badge tone={tones[level]}>
      {icons[level]}
      {copy.levels[level]}
    </Badge>
  );
}

function Figures({ facts }: { facts: Facts }) {
  return (
    <dl className="grid grid-cols-1 gap-1.5">
      {facts.map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-4">
          <dt className="text-ink-soft">{name}</dt>
          <dd className="figures">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
