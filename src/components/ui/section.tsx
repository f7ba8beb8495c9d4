import { type ReactNode, useId } from "react";
import { Card } from "./card";

type SectionProps = {
  /** Its place in the address. */
  anchor?: string;
  title: string;
  lead?: string;
  action?: ReactNode;
  children: ReactNode;
};

/** A part of a page of the office: its name, what it is for, and one thing to do. */
export function Section({ anchor, title, lead, action, children }: SectionProps) {
  const id = useId();
  return (
    <section id={anchor} aria-labelledby={id} className="scroll-mt-6 grid grid-cols-1 gap-3">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid min-w-0 max-w-text gap-1">
          <h2 id={id} className="text-lg">
            {title}
          </h2>
          {lead && <p className="text-ink-soft text-sm">{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  );
}

/** The same as a card, for parts that stand in groups: its heading is one level deeper. */
export function SectionCard({ anchor, title, lead, action, children }: SectionProps) {
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
          {lead && <p className="text-ink-soft text-sm">{lead}</p>}
        </div>
        {action}
      </div>
      {children}
    </Card>
  );
}
