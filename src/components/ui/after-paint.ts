/** The longest wait for a paint, in milliseconds: some browsers paint nothing for a window that others cover. */
const longestFrame = 200;

/** Runs what is not urgent after the next paint, so that no key waits for it. */
export function afterPaint(act: () => void): void {
  if (typeof requestAnimationFrame === "undefined" || document.hidden) {
    act();
    return;
  }
  const frame = requestAnimationFrame(() => {
    clearTimeout(fallback);
    setTimeout(act);
  });
  const fallback = setTimeout(() => {
    cancelAnimationFrame(frame);
    act();
  }, longestFrame);
}
