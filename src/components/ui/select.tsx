import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { controlStyle } from "./control-style";

/** The browser's own select, styled like the other controls. */
export function Select({ children, ...rest }: Omit<ComponentProps<"select">, "className">) {
  return (
    <div className="relative">
      <select {...rest} className={clsx(controlStyle, "appearance-none truncate pe-11")}>
        {children}
      </select>
      <ChevronDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-3.5 my-auto size-5 text-ink-soft"
      />
    </div>
  );
}
