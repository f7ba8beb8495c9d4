import { Link } from "@/components/ui/link";
import type { Block, Inline } from "../schema";

// The order never changes, so the index is a stable key.
const placeOf = (index: number) => `${index}`;

/** The text of a notice, rendered from blocks, so that typed markup has no effect. */
export function NoticeText({ blocks }: { blocks: readonly Block[] }) {
  return (
    <div dir="auto" className="wrap-anywhere grid grid-cols-1 gap-3">
      {blocks.map((block, index) => {
        const key = placeOf(index);
        if (block.kind === "paragraph") {
          return (
            <p key={key} className="whitespace-pre-line">
              <Inlines of={block.inlines} />
            </p>
          );
        }
        const items = block.items.map((item, at) => (
          <li key={placeOf(at)}>
            <Inlines of={item} />
          </li>
        ));
        return block.ordered ? (
          <ol key={key} className="grid list-decimal gap-1 ps-6">
            {items}
          </ol>
        ) : (
          <ul key={key} className="grid list-disc gap-1 ps-6">
            {items}
          </ul>
        );
      })}
    </div>
  );
}

function Inlines({ of }: { of: readonly Inline[] }) {
  return of.map(({ text, href }, index) => {
    const key = placeOf(index);
    if (href === undefined) return <span key={key}>{text}</span>;
    if (href.startsWith("/")) {
      return (
        <Link key={key} href={href} className="link rounded-sm">
          {text}
        </Link>
      );
    }
    return (
      <a key={key} href={href} rel="noopener noreferrer" target="_blank" className="link rounded-sm">
        {text}
      </a>
    );
  });
}
