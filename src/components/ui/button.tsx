import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { type ButtonLook, buttonStyle } from "./button-style";

type ButtonProps = Omit<ComponentProps<"button">, "className"> &
  ButtonLook & {
    /** Work is under way: the button is disabled and says `busyText`. */
    busy?: boolean;
    busyText?: string;
  };

export function Button({ variant, size, wide, busy = false, busyText, disabled, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonStyle({ variant, size, wide })}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && <LoaderCircle aria-hidden className="size-5 animate-spin" />}
      {busy ? (busyText ?? children) : children}
    </button>
  );
}
