"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { Link } from "../ui/link";
import { useNavigation } from "../ui/navigation";

type NavLinkProps = { href: string; className: string; onClick?: () => void; children: ReactNode };

/** A link that marks the current page, or the one that is loading; style it with `aria-[current=page]:`. */
export function NavLink({ href, ...rest }: NavLinkProps) {
  const here = usePathname();
  const path = useNavigation()?.target ?? here;
  const [own = href] = href.split("?");
  const current = path === own || (own !== "/" && path.startsWith(`${own}/`));
  return <Link {...rest} href={href} aria-current={current ? "page" : undefined} />;
}
