import { clsx } from "clsx";

const tones = { accent: "bg-accent", warning: "bg-warn", danger: "bg-danger" };

type LinkMarkProps = { count: number; text: string; tone?: keyof typeof tones };

/** The number of items behind a link that are new, need attention or are late; `text` is for screen readers. Renders nothing for 0. */
export function LinkMark({ count, text, tone = "accent" }: LinkMarkProps) {
  if (count === 0) return null;
  return (
    <span
      className={clsx(
        "figures ms-auto grid min-w-6 shrink-0 place-items-center rounded-full px-1.5 py-0.5 font-semibold text-on-accent text-xs",
        tones[tone],
      )}
    >
      <span aria-hidden>{count > 99 ? "99+" : count}</span>
      <span className="sr-only">, {text}</span>
    </span>
  );
}
