import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { controlStyle } from "./control-style";

type InputProps = Omit<ComponentProps<"input">, "className"> & {
  /** Leaves room for an icon at the start. */
  inset?: boolean;
};

export function Input({ inset = false, ...rest }: InputProps) {
  return <input {...rest} className={clsx(controlStyle, inset && "ps-11 text-ellipsis")} />;
}
