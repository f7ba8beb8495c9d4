import { type ReactNode, useId } from "react";
import { Card } from "./card";

type SectionProps = { title: string; lead?: string; children: ReactNode };

/** A part of a page of the office: its name and what it is for. */
export function Section({ title, lead, children }: SectionProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-3">
      <div className="grid max-w-text gap-1">
        <h2 id={id} className="text-lg">
          {title}
        </h2>
        {lead && <p className="text-ink-soft text-sm">{lead}</p>}
      </div>
      {children}
    </section>
  );
}

type SectionCardProps = {
  /** Its fragment in the URL. */
  anchor: string;
  title: string;
  lead: string;
  action?: ReactNode;
  children: ReactNode;
};

/** The same as a card, for parts in groups: its heading is one level deeper, with an action beside it. */
export function SectionCard({ anchor, title, lead, action, children }: SectionCardProps) {
  const id = useId();
  return (
    <Card
      as="section"
      id={anchor}
      aria-labelledby={id}
      padding="none"
      className="flex scroll-mt-7 flex-col gap-4 p-4 sm:p-5"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 max-w-text gap-1">
          <h3 id={id} className="text-base">
            {title}
          </h3>
          <p className="text-ink-soft text-sm">{lead}</p>
        </div>
        {action}
      </div>
      {children}
    </Card>
  );
}
