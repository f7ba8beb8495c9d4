import type { ReactNode } from "react";

type PageHeaderProps = {
  title: string;
  /** One or two sentences below the title. */
  lead?: ReactNode;
  /** A button or two beside it. */
  action?: ReactNode;
};

/** The head of a page inside its column: the only h1. */
export function PageHeader({ title, lead, action }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-5 pt-10 pb-8 sm:pt-16 sm:pb-10 print:pt-0">
      <div className="grid min-w-0 max-w-text grid-cols-1 gap-3">
        <h1 className="text-3xl">{title}</h1>
        {lead && <p className="text-ink-soft text-lg">{lead}</p>}
      </div>
      {action}
    </div>
  );
}
