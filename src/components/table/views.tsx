import { clsx } from "clsx";
import { ChoiceLink } from "./choice-link";

export type View = {
  value: string;
  label: string;
  count: number | undefined;
  /** Its items are overdue. */
  urgent?: boolean;
};

type ViewsProps = {
  label: string;
  /** The query parameter. */
  name?: string;
  views: readonly View[];
  chosen: string;
  /** The query parameters of filters; choosing a view clears them. */
  filters: readonly string[];
};

/** Saved filters as tabs above a table, each with its live count. */
export function Views({ label, name: key = "view", views, chosen, filters }: ViewsProps) {
  const none = Object.fromEntries(filters.map((name) => [name, ""]));
  return (
    <nav aria-label={label} className="overflow-x-auto border-line border-b print:hidden">
      <ul className="flex gap-5.5 max-md:gap-5">
        {views.map(({ value, label: name, count, urgent }) => (
          <li key={value} className="shrink-0">
            <ChoiceLink
              changes={{ ...none, [key]: value }}
              aria-current={value === chosen ? "true" : undefined}
              className="-mb-px flex min-h-11 items-center gap-1.5 border-transparent border-b-3 text-ink-soft text-sm transition-colors hover:text-ink focus-visible:-outline-offset-3 aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink dense:min-h-9"
            >
              {name}
              {count !== undefined && (
                <span
                  className={clsx("figures text-xs", urgent && count > 0 ? "font-semibold text-danger" : "font-normal")}
                >
                  {count.toLocaleString("en-IN")}
                </span>
              )}
            </ChoiceLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
