import { screens as copy } from "../messages-screens";
import { blocksOf } from "../rules-text";
import { NoticeText } from "./notice-text";

/** A live preview of a notice. */
export function NoticePreview({ title, text }: { title: string; text: string }) {
  const isEmpty = title.trim() === "" && text.trim() === "";
  return (
    <section aria-label={copy.preview} className="grid grid-cols-1 gap-2">
      <h2 className="text-ink-soft text-sm">{copy.preview}</h2>
      <div className="grid grid-cols-1 gap-2 rounded-lg border border-line bg-surface p-4 text-sm">
        {isEmpty ? (
          <p className="text-ink-soft">{copy.previewEmpty}</p>
        ) : (
          <>
            <p dir="auto" className="wrap-anywhere font-semibold text-lg">
              {title}
            </p>
            <NoticeText blocks={blocksOf(text)} />
          </>
        )}
      </div>
    </section>
  );
}
