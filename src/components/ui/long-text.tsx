import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";

/** As many letters as stand in one line of a row on the narrowest phone, and in four lines of a card. */
const [oneLine, fourLines] = [36, 150];

const look = "break-words text-ink-soft text-xs leading-tight cards:text-base cards:leading-normal cards:text-ink";

/** A text that someone wrote: whole where it is short, else its beginning, which unfolds; whole on paper. */
export function LongText({ children: text }: { children: string }) {
  const lines = text.split("\n").length;
  if (text.length <= oneLine && lines === 1) {
    return (
      <p dir="auto" className={look}>
        {text}
      </p>
    );
  }
  // The summary is the text itself, so that a closed one needs no second copy and no script.
  return (
    <details className="group/text">
      <summary className={clsx(look, "flex list-none items-end gap-1 rounded-sm")}>
        <span
          dir="auto"
          className="cards:line-clamp-4 min-w-0 grow cards:whitespace-pre-line truncate group-open/text:line-clamp-none group-open/text:whitespace-pre-line print:line-clamp-none print:whitespace-pre-line"
        >
          {text}
        </span>
        <ChevronDown
          aria-hidden
          className={clsx(
            "mb-0.5 size-3.5 shrink-0 cards:size-4 transition-transform group-open/text:rotate-180 print:hidden",
            text.length <= fourLines && lines <= 4 && "cards:hidden",
          )}
        />
      </summary>
    </details>
  );
}
