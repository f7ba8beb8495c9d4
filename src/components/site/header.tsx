import { Clock, Phone } from "lucide-react";
import type { ReactNode } from "react";
import type { SiteFacts } from "@/lib/site-content";
import { buttonStyle } from "../ui/button-style";
import { telHere } from "../ui/phone-text";
import { HomeLink } from "./logo";
import { MobileMenu } from "./mobile-menu";
import { NavLink } from "./nav-link";

const links = [
  { href: "/", label: "Home" },
  { href: "/services", label: "Services" },
  { href: "/study-materials", label: "Study Materials" },
  { href: "/about", label: "About" },
] as const;

const entries = [
  { href: "/login", label: "Log in", className: buttonStyle({ variant: "secondary" }) },
  { href: "/login", label: "Register", className: buttonStyle({}) },
];

type HeaderProps = {
  account: ReactNode;
  /** The season for admissions; null if every class has a waiting list. */
  season: string | null;
  facts: SiteFacts;
};

/** Beside longer names, a tablet has no room for two buttons. */
const longName = 16;

/** The header of every public page. `account` is the way in for visitors, or the dashboard button. */
export function Header({ account, season, facts }: HeaderProps) {
  return (
    <header
      data-long={facts.name.length > longName || undefined}
      className="group/header relative border-line border-b print:hidden"
    >
      <div className="bg-deep text-on-deep-soft text-sm">
        <div className="page flex min-h-11 flex-wrap items-center gap-x-6">
          <p className="grow basis-0">
            {season === null ? "Waiting list for admissions" : `Admissions open for ${season}`}
          </p>
          <p className="flex items-center gap-6">
            <span className="hidden items-center gap-2 lg:flex">
              <Clock aria-hidden className="size-4" />
              {facts.workingDays}, {facts.workingHours}
            </span>
            <a
              href={telHere(facts.phone)}
              className="figures flex min-h-11 items-center gap-2 whitespace-nowrap font-semibold text-on-deep hover:underline focus-visible:outline-on-deep"
            >
              <Phone aria-hidden className="size-4" />
              {/* First in the accessible name, for voice control. */}
              <span className="sm:hidden">Call us</span>
              <span className="max-sm:sr-only">{facts.phone}</span>
            </a>
          </p>
        </div>
      </div>
      {/* With large letters, the buttons are below the name. */}
      <div className="page relative flex min-h-18 items-center gap-2 max-md:flex-wrap max-[22rem]:gap-1.5 max-[20rem]:py-2 sm:gap-3 sm:min-h-20 noscript:max-md:py-2">
        <div className="me-auto flex max-w-full max-md:grow max-md:basis-0">
          <HomeLink of={facts} />
        </div>
        <nav
          aria-label="Main"
          className="hidden md:block noscript:max-md:order-last noscript:max-md:block noscript:max-md:w-full"
        >
          <ul className="flex items-center gap-1 lg:gap-3 noscript:max-md:flex-wrap">
            {links.map((link) => (
              <li key={link.href}>
                <NavLink
                  href={link.href}
                  className="flex min-h-11 items-center border-transparent border-y-2 px-2.5 font-medium text-ink-soft text-sm transition-colors hover:text-ink aria-[current=page]:border-b-accent aria-[current=page]:text-ink lg:px-3 forced-colors:border-0"
                >
                  {link.label}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
        <div className="max-[22rem]:[&_:is(a,button)]:px-2.5 md:ms-3">{account}</div>
        <MobileMenu links={links} entries={entries} />
      </div>
    </header>
  );
}
