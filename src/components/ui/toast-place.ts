type Span = { top: number; bottom: number };

type Strip = {
  /** Of the toasts, all together. */
  height: number;
  /** Of the window. */
  viewport: number;
  /** The distance from the edges of the window, and the present one from its bottom. */
  inset: number;
  now: number;
};

/**
 * The distance from the bottom of the window at which toasts cover none of the `controls`: the present one if it serves, else
 * the lowest. Without any such place, the bottom.
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

/** Where the controls of the page are in the window, but for those of the toasts themselves. */
export function controlsBeside(toasts: Element): Span[] {
  const own = [...document.querySelectorAll(controls)].filter((one) => !toasts.contains(one) && one.checkVisibility());
  return own.map((one) => one.getBoundingClientRect()).filter(({ width, height }) => width > 1 && height > 1);
}
