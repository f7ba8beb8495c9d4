"use client";

import { Menu, X } from "lucide-react";
import { useEffect, useId, useRef, useState } from "react";
import { useAccount } from "@/lib/account";
import { NavLink } from "./nav-link";

type MenuLink = { href: string; label: string };

type MobileMenuProps = {
  links: readonly MenuLink[];
  /** The buttons below the links, only for visitors. */
  entries: readonly (MenuLink & { className: string })[];
};

/** The navigation on narrow screens: a button opens and closes it; Escape, a link, or a click outside closes it. */
export function MobileMenu({ links, entries }: MobileMenuProps) {
  const isVisitor = useAccount() === null;
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const Icon = open ? X : Menu;

  useEffect(() => {
    if (!open) return;
    const listening = new AbortController();
    const options = { signal: listening.signal };
    const closeFromOutside = (event: Event) => {
      if (!(event.target instanceof Node && menu.current?.contains(event.target))) setOpen(false);
    };
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== "Escape") return;
      setOpen(false);
      button.current?.focus();
    };
    document.addEventListener("pointerdown", closeFromOutside, options);
    document.addEventListener("focusin", closeFromOutside, options);
    document.addEventListener("keydown", closeOnEscape, options);
    return () => listening.abort();
  }, [open]);

  return (
    <div ref={menu} className="md:hidden noscript:hidden">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={id}
        aria-label="Menu"
        onClick={() => setOpen(!open)}
        className="grid size-11 place-items-center rounded-md border border-line bg-surface transition-colors hover:bg-sunken"
      >
        <Icon aria-hidden className="size-5" />
      </button>
      <nav
        id={id}
        aria-label="Main"
        hidden={!open}
        className="page absolute inset-x-0 top-full z-20 animate-appear border-line border-b bg-paper pt-1 pb-5 shadow-lift"
      >
        <ul>
          {links.map((link) => (
            <li key={link.href} className="border-line border-b last:border-0">
              <NavLink
                href={link.href}
                onClick={() => setOpen(false)}
                className="flex min-h-13 items-center font-semibold text-lg aria-[current=page]:text-accent"
              >
                {link.label}
              </NavLink>
            </li>
          ))}
        </ul>
        {isVisitor && (
          <div className="grid grid-cols-2 gap-3 pt-3">
            {entries.map(({ label, ...entry }) => (
              <NavLink key={label} {...entry} onClick={() => setOpen(false)}>
                {label}
              </NavLink>
            ))}
          </div>
        )}
      </nav>
    </div>
  );
}
