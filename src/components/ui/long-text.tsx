"use client";

import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";

/** The number of letters in a line of a row on the narrowest phone, and in four lines of a card. */
const [oneLine, fourLines] = [36, 150];

/** In pixels: the letters of some scripts are higher than their line. */
const slack = 4;

const look =
  "break-words text-ink-soft text-xs leading-tight cards:text-base cards:leading-normal cards:text-ink cards:whitespace-pre-line";

// On a phone, the touch area is larger than the text, and behind it, so that the text can still be selected.
const touchArea = "relative isolate after:absolute after:inset-x-0 after:-inset-y-3.5 after:-z-10 cards:after:hidden";

type LongTextProps = {
  children: string;
  /** How many lines of it a row shows. */
  lines?: 1 | 2;
};

/** A text that someone wrote: a short one in full, otherwise its beginning, which unfolds; on paper always in full. */
export function LongText({ children: text, lines = 2 }: LongTextProps) {
  const written = text.split("\n").length;
  if (text.length <= oneLine * lines && written <= 4) {
    return (
      <p dir="auto" className={look}>
        {text}
      </p>
    );
  }
  return <Folded text={text} lines={lines} fitsCard={text.length <= fourLines && written <= 4} />;
}

type FoldedProps = { text: string; lines: 1 | 2; fitsCard: boolean };

function Folded({ text, lines, fitsCard }: FoldedProps) {
  const box = useRef<HTMLDivElement>(null);
  const isCut = useIsCut(box);
  const shown = (
    <span
      dir="auto"
      className={clsx(
        "cards:line-clamp-4 min-w-0 grow group-open/text:line-clamp-none group-open/text:whitespace-pre-line print:line-clamp-none print:whitespace-pre-line",
        lines === 1 ? "line-clamp-1" : "line-clamp-2",
      )}
    >
      {text}
    </span>
  );
  return (
    <div ref={box}>
      {isCut === false ? (
        <p className={look}>{shown}</p>
      ) : (
        // The summary is the text itself, so that a closed one needs no second copy and no script.
        <details className="group/text">
          <summary className={clsx(look, touchArea, "flex list-none items-end gap-1 rounded-sm")}>
            {shown}
            <ChevronDown
              aria-hidden
              className={clsx(
                "mb-0.5 size-3.5 shrink-0 cards:size-4 transition-transform group-open/text:rotate-180 print:hidden",
                isCut === undefined && fitsCard && "cards:hidden",
              )}
            />
          </summary>
        </details>
      )}
    </div>
  );
}

/** Whether the text in the box is cut on this screen; undefined until that is measured. */
function useIsCut(box: RefObject<HTMLElement | null>): boolean | undefined {
  const [isCut, setIsCut] = useState<boolean>();
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const watch = new ResizeObserver(() => {
      const text = element.querySelector("span");
      // An unfolded text is not cut, but must remain foldable.
      if (!text?.clientHeight || element.querySelector("details[open]")) return;
      setIsCut(text.scrollHeight > text.clientHeight + slack);
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, [box]);
  return isCut;
}
