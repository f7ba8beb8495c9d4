"use client";

import { useSearchParams } from "next/navigation";
import type { ComponentProps } from "react";
import { NavLink } from "./nav-link";

/** A link that preserves a query parameter, such as the selected child. */
export function KeepingLink({ keeps, href, ...rest }: ComponentProps<typeof NavLink> & { keeps: string }) {
  const kept = useSearchParams().get(keeps);
  return <NavLink {...rest} href={kept === null ? href : `${href}?${new URLSearchParams({ [keeps]: kept })}`} />;
}
