"use client";

import { Menu, X } from "lucide-react";
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from "react";
import { NavLink } from "./nav-link";

/** The navigation of narrow screens: a button that opens and closes it. */
export function MobileMenu({ links }: { links: readonly { href: string; label: string }[] }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  const Icon = open ? X : Menu;

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== "Escape" || !open) return;
    setOpen(false);
    button.current?.focus();
  }

  function closeWhenLeft(event: FocusEvent) {
    // A focus that goes nowhere is a touch beside the menu or on its scrollbar, not a step out of it.
    if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  }

  return (
    <div onKeyDown={closeOnEscape} onBlur={closeWhenLeft} className="md:hidden">
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
      {open && <div aria-hidden onClick={() => setOpen(false)} className="fixed inset-0 z-10" />}
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
      </nav>
    </div>
  );
}
