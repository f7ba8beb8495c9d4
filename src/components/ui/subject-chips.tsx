import { clsx } from "clsx";
import type { SubjectCounts } from "@/lib/fields";

type SubjectChipsProps = {
  label: string;
  all: string;
  subjects: SubjectCounts;
  /** Empty if none is chosen. */
  chosen: string;
  /** The subject in the address of the page: it comes first, so that it is in view. */
  asked: string;
  /** Whether the numbers belong to the list that is shown. */
  counted?: boolean;
  hrefOf: (subject: string) => string;
  onChoose: (subject: string) => void;
};

const chip =
  "inline-flex min-h-10 pointer-coarse:min-h-11 max-w-56 cards:max-w-72 shrink-0 items-center rounded-xl border px-4 py-1 font-semibold text-sm transition-colors";

/** The subjects by which a list can be filtered: links, so that the server can answer without script. */
export function SubjectChips({
  label,
  all,
  subjects,
  chosen,
  asked,
  counted = true,
  hrefOf,
  onChoose,
}: SubjectChipsProps) {
  const named = [asked, chosen].filter((one) => one !== "" && !subjects.some(({ subject }) => subject === one));
  const listed = [...new Set(named)].map((subject) => ({ subject, count: 0 })).concat(subjects);
  if (listed.length === 0) return null;
  const inFront = listed.filter(({ subject }) => subject === asked);
  const shown = [{ subject: "", count: 0 }, ...inFront, ...listed.filter(({ subject }) => subject !== asked)];
  return (
    <search aria-label={label} className="-my-1.5 flex gap-2 cards:flex-wrap scroller py-1.5 print:hidden">
      {shown.map(({ subject, count }) => (
        <a
          key={subject}
          href={hrefOf(subject)}
          aria-current={subject === chosen ? "true" : undefined}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
            event.preventDefault();
            onChoose(subject);
          }}
          className={clsx(
            chip,
            subject === chosen
              ? "border-accent bg-accent text-on-accent"
              : "border-line-strong bg-surface hover:border-accent hover:bg-accent-soft",
          )}
        >
          <span dir="auto" className="truncate">
            {subject || all}
          </span>
          {counted && count > 0 && <span className="figures ms-1.5 font-medium">{count}</span>}
        </a>
      ))}
    </search>
  );
}
