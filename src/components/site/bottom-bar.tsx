import { type PanelLink, PanelLinkTo } from "./panel-links";

/** A link of the bar with its short label. */
export type BarLink = PanelLink & { word: string };

/** The most used pages of an area at the bottom of a phone, within reach of the thumb. */
export function BottomBar({ links }: { links: readonly BarLink[] }) {
  return (
    <nav
      aria-label="Most used"
      data-foot
      className="fixed inset-x-0 bottom-0 z-20 border-line border-t bg-surface above-edge md:hidden print:hidden"
    >
      <ul className="grid grid-flow-col auto-cols-fr">
        {links.map(({ href, word, icon, mark, keeps }) => (
          <li key={href}>
            <PanelLinkTo
              href={href}
              keeps={keeps}
              className="relative grid min-h-15 content-center justify-items-center gap-1 hyphens-auto wrap-anywhere px-0.5 text-center font-medium text-ink-soft text-xs focus-visible:-outline-offset-3 aria-[current=page]:font-semibold aria-[current=page]:text-accent aria-[current=page]:before:absolute aria-[current=page]:before:inset-x-4 aria-[current=page]:before:top-0 aria-[current=page]:before:h-0.75 aria-[current=page]:before:bg-accent [&_.figures]:absolute [&_.figures]:top-1 [&_.figures]:left-1/2 [&_.figures]:ms-1.5 [&_.figures]:min-w-5 [&_.figures]:px-1 [&_.figures]:py-0 [&_svg]:size-5"
            >
              {icon}
              {word}
              {mark}
            </PanelLinkTo>
          </li>
        ))}
      </ul>
    </nav>
  );
}
