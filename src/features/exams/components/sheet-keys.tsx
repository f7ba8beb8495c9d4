import { sheetKeys as copy } from "../messages-keys";
import { useSummary } from "./sheet-figures";
import type { SheetStore } from "./sheet-store";

type SheetKeysProps = { store: SheetStore; mayRelease: boolean; isLate: boolean };

/** The keyboard shortcuts of the sheet, on devices with a keyboard. */
export function SheetKeys({ store, mayRelease, isLate }: SheetKeysProps) {
  const { unreleased } = useSummary(store);
  const all = mayRelease && (!isLate || unreleased > 0) ? [...copy.keys, copy.release] : copy.keys;
  return (
    <dl aria-label={copy.title} className="grid gap-1.5 px-1 text-ink-soft text-xs max-xl:hidden print:hidden">
      {all.map(([keys, words]) => (
        <div key={words} className="flex items-center gap-3">
          <dt className="flex w-22 shrink-0 gap-1">
            {keys.map((key) => (
              <kbd
                key={key}
                className="rounded-sm border border-line bg-surface px-1.5 py-0.5 font-sans font-semibold text-ink"
              >
                {key}
              </kbd>
            ))}
          </dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}
