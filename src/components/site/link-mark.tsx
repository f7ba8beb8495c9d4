/** The number of new items behind a link; `text` is for screen readers. Renders nothing for 0. */
export function LinkMark({ count, text }: { count: number; text: string }) {
  if (count === 0) return null;
  return (
    <span className="figures ms-auto grid min-w-6 shrink-0 place-items-center rounded-full bg-accent px-1.5 py-0.5 font-semibold text-on-accent text-xs">
      <span aria-hidden>{count > 99 ? "99+" : count}</span>
      <span className="sr-only">, {text}</span>
    </span>
  );
}
