import { institute, yearAt } from "@/content/institute";
import { hasTarget } from "@/lib/links";
import { placeLine, type SiteFacts } from "@/lib/site-content";
import { Link } from "../ui/link";
import { Logo } from "./logo";

const columns = [
  {
    title: "Learn",
    links: [
      { href: "/services", label: "Services" },
      { href: "/admission", label: "Your application" },
      { href: "/study-materials", label: "Study Materials" },
      { href: "/story", label: "Success Stories" },
      { href: "/blog", label: "Student Gallery" },
    ],
  },
  {
    title: "Institute",
    links: [
      { href: "/about", label: "About" },
      { href: "/notices", label: "Notices" },
      { href: "/contact", label: "Contact" },
      { href: "/careers", label: "Careers" },
    ],
  },
] as const;

const legal = [
  { href: "/privacy", label: "Privacy Policy" },
  { href: "/terms", label: "Terms of Use" },
] as const;

export function Footer({ facts }: { facts: SiteFacts }) {
  const links = facts.links.filter(({ href }) => hasTarget(href));
  return (
    <footer className="border-line border-t bg-sunken dark:bg-paper text-sm print:hidden">
      <div className="page grid grid-cols-2 gap-x-6 gap-y-9 py-12 sm:gap-x-10 sm:py-16 lg:grid-cols-5">
        <div className="grid col-span-2 content-start gap-3">
          <Logo of={facts} />
          <p className="max-w-form text-ink-soft">
            {facts.tagline} Classes {institute.classes.from} to {institute.classes.to} in {facts.city}.
          </p>
        </div>
        {columns.map((column) => (
          <nav key={column.title} aria-label={column.title}>
            <h2 className="mb-1 text-base">{column.title}</h2>
            <ul>
              {column.links.map((link) => (
                <li key={link.href}>
                  <FooterLink {...link} />
                </li>
              ))}
            </ul>
          </nav>
        ))}
        <address className="col-span-2 not-italic lg:col-span-1">
          <h2 className="mb-1 text-base">Visit us</h2>
          <p className="py-2 text-ink-soft">
            {facts.street}
            <br />
            {placeLine(facts)}
          </p>
          <p className="py-2 text-ink-soft">
            {facts.workingDays}
            <br />
            {facts.workingHours}
          </p>
          <a href={`mailto:${facts.email}`} className="link inline-flex min-h-11 max-w-full items-center break-words">
            {facts.email}
          </a>
          {links.map(({ href, label }) => (
            <a key={href} href={href} className="link me-4 inline-flex min-h-11 items-center">
              {label}
            </a>
          ))}
        </address>
      </div>
      <div className="page">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-1 border-line border-t py-4 text-ink-soft">
          <p>
            © {facts.founded} to {yearAt(new Date())} {facts.name}
          </p>
          <ul className="flex gap-6">
            {legal.map((link) => (
              <li key={link.href}>
                <FooterLink {...link} />
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  );
}

function FooterLink({ href, label }: { href: string; label: string }) {
  return (
    <Link href={href} className="inline-flex min-h-11 items-center text-ink-soft hover:text-ink hover:underline">
      {label}
    </Link>
  );
}
