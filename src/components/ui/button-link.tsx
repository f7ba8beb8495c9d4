import type { ComponentProps } from "react";
import { type ButtonLook, buttonStyle } from "./button-style";
import { Link } from "./link";

type ButtonLinkProps = Omit<ComponentProps<typeof Link>, "className"> & ButtonLook;

/** A link that looks like a button. */
export function ButtonLink({ variant, size, wide, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonStyle({ variant, size, wide })} />;
}
