import { ChevronRight } from "lucide-react";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { copy } from "../messages";

const site = { href: "/admin/institute/facts", link: copy.toSite };

const places = [
  {
    anchor: "subjects",
    title: copy.subjectsTitle,
    hint: copy.subjectsHint,
    href: "/admin/subjects",
    link: copy.toSubjects,
  },
  { anchor: "visitors", title: copy.visitorsTitle, hint: copy.visitorsHint, ...site },
  { anchor: "logo", title: copy.logoTitle, hint: copy.logoHint, ...site },
  { anchor: "step", title: copy.stepTitle, hint: copy.stepHint, href: "/admin/staff", link: copy.toStaff },
];

/** Links to settings that people look for here, but that are on other pages. */
export function Elsewhere() {
  return (
    <Card padding="none">
      <ul>
        {places.map(({ anchor, title, hint, href, link }) => (
          <li
            key={anchor}
            id={anchor}
            className="group relative flex scroll-mt-7 items-center gap-x-4 border-line border-t px-4 py-3 first:border-t-0 sm:px-5"
          >
            <div className="flex min-w-0 grow flex-wrap items-baseline gap-x-4 gap-y-0.5">
              <h3 className="text-base lg:w-48">{title}</h3>
              <p className="text-ink-soft text-sm">{hint}</p>
            </div>
            {/* The whole row is the link. */}
            <Link
              href={href}
              className="flex shrink-0 items-center gap-1 font-semibold text-accent text-sm after:absolute after:inset-0 group-hover:underline"
            >
              {link}
              <ChevronRight aria-hidden className="size-4.5" />
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
