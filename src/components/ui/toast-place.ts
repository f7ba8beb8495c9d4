type Span = { top: number; bottom: number };

type Strip = {
  /** Height of all toasts together. */
  height: number;
  /** Height of the window. */
  viewport: number;
  /** The minimum distance from the edges of the window, and the current distance from its bottom. */
  inset: number;
  now: number;
};

/**
 * The distance from the bottom of the window at which toasts cover none of the `controls`: the current one if possible,
 * otherwise the smallest; `inset` if there is none.
 */
export function freePlace(controls: readonly Span[], { height, viewport, inset, now }: Strip): number {
  const isFree = (distance: number) => {
    const [top, bottom] = [viewport - distance - height, viewport - distance];
    return top >= inset && controls.every((control) => control.bottom <= top || control.top >= bottom);
  };
  const above = controls.map(({ top }) => Math.ceil(viewport - top)).sort((a, b) => a - b);
  return [now, inset, ...above.filter((distance) => distance > inset)].find(isFree) ?? inset;
}

const controls = "a[href], button, input, select, textarea, summary, [role=button]";

/** The positions of the controls above and below the toasts, except those in the toasts and behind a dialog. */
export function controlsBeside(toasts: Element): Span[] {
  const strip = toasts.querySelector("ol")?.getBoundingClientRect() ?? { left: 0, right: Number.POSITIVE_INFINITY };
  const within = [...document.querySelectorAll("[role$=dialog]")].at(-1) ?? document;
  const own = [...within.querySelectorAll(controls)].filter((one) => !toasts.contains(one) && one.checkVisibility());
  const isAcross = ({ left, right }: DOMRect) => left < strip.right && right > strip.left;
  return own
    .map((one) => one.getBoundingClientRect())
    .filter((one) => one.width > 1 && one.height > 1 && isAcross(one));
}
