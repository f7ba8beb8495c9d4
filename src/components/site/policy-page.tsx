import { Fragment } from "react";
import { PageHeader } from "@/components/site/page-header";
import type { Policy } from "@/content/policies";
import { shownDate } from "@/lib/dates";
import { telOf } from "@/lib/links";
import type { SiteFacts } from "@/lib/site-content";

const onThisPage = "On this page";
const anchorOf = (title: string) => title.toLowerCase().replaceAll(/[^a-z]+/g, "-");

/** A legal text: its sections, and a table of contents beside or above them. `facts` has the addresses that it names. */
export function PolicyPage({ policy, facts: { email, phone } }: { policy: Policy; facts: SiteFacts }) {
  const links = { [email]: `mailto:${email}`, [phone]: telOf(phone), "Privacy Policy": "/privacy" };
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
      <PageHeader title={policy.title} lead={policy.lead} />
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-12">
        <nav aria-labelledby="on-this-page" className="sticky top-8 col-span-4 self-start max-lg:hidden print:hidden">
          <h2 id="on-this-page" className="mb-1 font-semibold text-sm">
            {onThisPage}
          </h2>
          {contents}
        </nav>
        <details className="-mt-4 rounded-md border border-line bg-surface px-4 lg:hidden print:hidden">
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-sm">{onThisPage}</summary>
          <nav aria-label={onThisPage} className="pb-3">
            {contents}
          </nav>
        </details>
        <div className="grid max-w-text gap-10 lg:col-span-8">
          {policy.sections.map((section) => (
            <section key={section.title} id={anchorOf(section.title)} className="grid scroll-mt-8 gap-3">
              <h2 className="text-xl">{section.title}</h2>
              {section.points && (
                <ul className="grid list-disc gap-2 ps-5 marker:text-accent">
                  {section.points.map((point) => (
                    <li key={point} className="ps-1">
                      <Linked text={point} links={links} />
                    </li>
                  ))}
                </ul>
              )}
              {section.paragraphs?.map((paragraph) => (
                <p key={paragraph}>
                  <Linked text={paragraph} links={links} />
                </p>
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

/** A text in which the given words are links that do not break. */
function Linked({ text, links }: { text: string; links: Record<string, string> }) {
  const word = Object.keys(links).find((one) => text.includes(one));
  const href = word && links[word];
  if (!href) return text;
  return text.split(word).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have only their order.
    <Fragment key={index}>
      {index > 0 && (
        <a href={href} className="link figures whitespace-nowrap">
          {word}
        </a>
      )}
      <Linked text={piece} links={links} />
    </Fragment>
  ));
}
