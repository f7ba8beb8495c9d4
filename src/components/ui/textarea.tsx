import { clsx } from "clsx";
import type { ComponentProps } from "react";
import { controlStyle } from "./control-style";

export function Textarea(props: Omit<ComponentProps<"textarea">, "className">) {
  return <textarea rows={4} {...props} className={clsx(controlStyle, "resize-y")} />;
}
