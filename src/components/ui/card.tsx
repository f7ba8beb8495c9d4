import { clsx } from "clsx";
import type { ComponentProps } from "react";

type CardProps = ComponentProps<"div"> & {
  as?: "div" | "article" | "section" | "li";
  padding?: "none" | "normal" | "roomy";
};

const paddings = { none: "", normal: "p-5 sm:p-6", roomy: "p-6 sm:p-9" } as const;

/** A card with a hairline and no shadow. `className` lays out its content. */
export function Card({ as = "div", padding = "normal", className, ...rest }: CardProps) {
  // The four tags take the same attributes; one of them is enough for the types.
  const Tag = as as "div";
  return (
    <Tag {...rest} className={clsx("min-w-0 rounded-lg border border-line bg-surface", paddings[padding], className)} />
  );
}
