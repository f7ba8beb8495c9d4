import { LoaderCircle } from "lucide-react";
import type { ComponentProps } from "react";
import { type ButtonLook, buttonStyle } from "./button-style";

type ButtonProps = Omit<ComponentProps<"button">, "className"> &
  ButtonLook & {
    /** Work is under way: the button says `busyText` and does nothing. It keeps the focus, so it is not `disabled`. */
    busy?: boolean;
    busyText?: string;
  };

export function Button({ variant, size, wide, busy = false, busyText, onClick, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonStyle({ variant, size, wide })}
      onClick={busy ? undefined : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      {busy && <LoaderCircle aria-hidden className="size-5 animate-spin" />}
      {busy ? (busyText ?? children) : children}
    </button>
  );
}
