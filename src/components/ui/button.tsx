import { LoaderCircle } from "lucide-react";
import type { ComponentProps, MouseEvent } from "react";
import { type ButtonLook, buttonStyle } from "./button-style";

type ButtonProps = Omit<ComponentProps<"button">, "className"> &
  ButtonLook & {
    /** Work is under way: the button says `busyText` and does nothing. It keeps the focus, so it is not `disabled`. */
    busy?: boolean;
    busyText?: string;
  };

// Enter in a field presses the submit button as well.
const submitNothing = (event: MouseEvent) => event.preventDefault();

export function Button({ variant, size, wide, busy = false, busyText, type = "button", ...rest }: ButtonProps) {
  const { onClick, children } = rest;
  const idle = type === "submit" ? submitNothing : undefined;
  return (
    <button
      {...rest}
      type={type}
      className={buttonStyle({ variant, size, wide })}
      onClick={busy ? idle : onClick}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
    >
      {busy && <LoaderCircle aria-hidden className="size-5 animate-spin" />}
      {busy ? (busyText ?? children) : children}
    </button>
  );
}
