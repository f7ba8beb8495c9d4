import { PageHeader } from "@/components/site/page-header";
import type { Policy } from "@/content/policies";
import { shownDate } from "@/lib/dates";

const anchorOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, "-");

/** A text of law: its sections, and beside them the way to each. */
export function PolicyPage({ policy }: { policy: Policy }) {
  return (
    <div className="page pb-16 sm:pb-24">
      <PageHeader title={policy.title} lead={policy.lead} />
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-12">
        <nav aria-labelledby="on-this-page" className="sticky top-8 col-span-4 self-start max-lg:hidden print:hidden">
          <h2 id="on-this-page" className="mb-1 font-semibold text-sm">
            On this page
          </h2>
          <ol className="border-line border-s">
            {policy.sections.map((section) => (
              <li key={section.title}>
                <a
                  href={`#${anchorOf(section.title)}`}
                  className="flex min-h-11 items-center ps-4 text-ink-soft text-sm hover:text-ink hover:underline"
                >
                  {section.title}
                </a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="grid max-w-text gap-10 lg:col-span-8">
          {policy.sections.map((section) => (
            <section key={section.title} id={anchorOf(section.title)} className="grid scroll-mt-8 gap-3">
              <h2 className="text-xl">{section.title}</h2>
              {section.points && (
                <ul className="grid list-disc gap-2 ps-5 marker:text-accent">
                  {section.points.map((point) => (
                    <li key={point} className="ps-1">
                      {point}
                    </li>
                  ))}
                </ul>
              )}
              {section.paragraphs?.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </section>
          ))}
          <p className="border-line border-t pt-5 text-ink-soft text-sm">
            In force since <time dateTime={policy.updated}>{shownDate(policy.updated)}</time>.
          </p>
        </div>
      </div>
    </div>
  );
}
