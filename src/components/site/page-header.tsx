import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link } from "../ui/link";

type PageHeaderProps = {
  title: string;
  /** Muted text beside the title: a count, or the name in another script. */
  beside?: ReactNode;
  crumbs?: readonly { href: string; label: string }[];
  /** One or two sentences below the title. */
  lead?: ReactNode;
  action?: ReactNode;
};

/** The header of a page with its only h1. */
export function PageHeader({ title, beside, crumbs, lead, action }: PageHeaderProps) {
  return (
    <div
      className={clsx(
        "flex flex-wrap items-end justify-between gap-x-8 gap-y-5 pt-10 pb-8 in-data-family:pt-7 in-data-family:pb-6 sm:pt-16 sm:pb-10 sm:in-data-family:pt-7 sm:in-data-family:pb-7 office:gap-y-3 office:pt-4 office:pb-4 print:pt-0",
        // The button is beside the title, not below it beside the lead.
        !crumbs && (lead ? "office:items-start" : "office:items-center"),
      )}
    >
      <div className="grid min-w-0 max-w-180 grid-cols-1 gap-3 in-data-family:gap-1.5 office:max-w-none office:gap-0.5 office:md:grow office:md:basis-80">
        {crumbs && (
          <nav aria-label="Above this page">
            <ol className="flex flex-wrap items-center gap-x-2 text-ink-soft text-xs">
              {crumbs.map(({ href, label }, index) => (
                <li key={href} className="flex items-center gap-2">
                  {index > 0 && <span aria-hidden>›</span>}
                  <Link
                    href={href}
                    className="-m-2 inline-flex min-h-11 items-center rounded-sm px-2 hover:text-accent hover:underline office:m-0 office:min-h-0 office:px-0 office:py-1"
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ol>
          </nav>
        )}
        {/* As high as a button, so that the title has one place on all pages of the office. */}
        <div className="flex flex-wrap items-baseline gap-x-2.5 office:md:min-h-11 office:md:content-center dense:min-h-9">
          <h1 className="min-w-0 text-3xl in-data-family:text-2xl office:text-xl">{title}</h1>
          {beside && <div className="text-ink-soft text-lg">{beside}</div>}
        </div>
        {lead && (
          <p className="sm:text-balance text-ink-soft text-lg in-data-family:text-base office:max-w-page office:text-sm">
            {lead}
          </p>
        )}
      </div>
      {action}
    </div>
  );
}
