import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { PageHeader } from "@/components/site/page-header";
import { telHere } from "@/components/ui/phone-text";
import type { Policy } from "@/content/policies";
import { shownDate } from "@/lib/dates";
import type { SiteFacts } from "@/lib/site-content";
import { FoldedPart } from "./folded-part";
import { Linked, PolicySection } from "./policy-section";

const onThisPage = "On this page";
const anchorOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, "-");

type PolicyPageProps = {
  policy: Policy;
  /** For the addresses that it names. */
  facts: SiteFacts;
  /** On a phone only the first section is open. */
  folds?: boolean;
};

/** A legal text: its sections, and a table of contents beside or above them. */
export function PolicyPage({ policy, facts: { email, phone }, folds = false }: PolicyPageProps) {
  const links = { [email]: `mailto:${email}`, [phone]: telHere(phone), "Privacy Policy": "/privacy" };
  const contents = (
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
  );
  return (
    <div className="page pb-16 sm:pb-24">
      <PageHeader
        title={policy.title}
        lead={
          <>
            {policy.lead}
            <span className="mt-3 block text-sm">
              In force since <time dateTime={policy.updated}>{shownDate(policy.updated)}</time>.
            </span>
          </>
        }
      />
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-12">
        <nav aria-labelledby="on-this-page" className="sticky top-8 col-span-4 self-start max-lg:hidden print:hidden">
          <h2 id="on-this-page" className="mb-1 font-semibold text-sm">
            {onThisPage}
          </h2>
          {contents}
        </nav>
        <details
          className={clsx(
            "group/fold -mt-4 rounded-md border border-line bg-surface px-4 lg:hidden print:hidden",
            // The folded sections already form the same list.
            folds && "max-md:hidden",
          )}
        >
          <summary className="flex min-h-11 list-none items-center justify-between gap-3 rounded-sm font-semibold text-sm">
            {onThisPage}
            <ChevronDown
              aria-hidden
              className="size-5 shrink-0 text-ink-soft transition-transform group-open/fold:rotate-180"
            />
          </summary>
          <nav aria-label={onThisPage} className="pb-3">
            {contents}
          </nav>
        </details>
        <div className="grid max-w-text grid-cols-1 gap-10 lg:col-span-8">
          {policy.summary && <Summary of={policy.summary} links={links} />}
          {folds ? (
            <div className="grid grid-cols-1 border-line border-y divide-y divide-line md:gap-10 md:divide-y-0 md:border-0">
              {policy.sections.map((section, index) => (
                <FoldedPart
                  key={section.title}
                  anchor={anchorOf(section.title)}
                  title={section.title}
                  isFirst={index === 0}
                >
                  <PolicySection of={section} links={links} />
                </FoldedPart>
              ))}
            </div>
          ) : (
            policy.sections.map((section) => (
              <section key={section.title} id={anchorOf(section.title)} className="grid scroll-mt-8 grid-cols-1 gap-3">
                <h2 className="text-xl">{section.title}</h2>
                <PolicySection of={section} links={links} />
              </section>
            ))
          )}
        </div>
      </div>
    </div>
  );
}

type SummaryProps = { of: NonNullable<Policy["summary"]>; links: Record<string, string> };

function Summary({ of: { title, points }, links }: SummaryProps) {
  return (
    <section aria-labelledby="in-short" className="grid grid-cols-1 gap-3 rounded-lg bg-accent-soft p-5 sm:p-6">
      <h2 id="in-short" className="text-xl">
        {title}
      </h2>
      <dl className="grid grid-cols-1 gap-3">
        {points.map(({ name, text }) => (
          <div key={name} className="grid gap-x-6 gap-y-0.5 sm:grid-cols-3">
            <dt className="font-semibold">{name}</dt>
            <dd className="sm:col-span-2">
              <Linked text={text} links={links} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
