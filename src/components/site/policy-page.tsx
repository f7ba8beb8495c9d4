import { ChevronDown } from "lucide-react";
import { Fragment } from "react";
import { PageHeader } from "@/components/site/page-header";
import type { Policy, Section, Table } from "@/content/policies";
import { shownDate } from "@/lib/dates";
import { telOf } from "@/lib/links";
import type { SiteFacts } from "@/lib/site-content";

const onThisPage = "On this page";
const technicalDetails = "Technical details";
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
        <details className="group/fold -mt-4 rounded-md border border-line bg-surface px-4 lg:hidden print:hidden">
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
          {policy.sections.map((section) => (
            <section key={section.title} id={anchorOf(section.title)} className="grid scroll-mt-8 grid-cols-1 gap-3">
              <h2 className="text-xl">{section.title}</h2>
              {section.table && <TwoColumns {...section.table} />}
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
              {section.technical && <Technical {...section.technical} />}
            </section>
          ))}
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

/** What only a few want to know; it unfolds without a script. */
function Technical({ table, paragraphs }: NonNullable<Section["technical"]>) {
  return (
    <details className="group/technical rounded-md border border-line bg-surface px-4">
      <summary className="flex min-h-11 list-none items-center justify-between gap-3 rounded-sm font-semibold text-sm [&::-webkit-details-marker]:hidden">
        {technicalDetails}
        <ChevronDown
          aria-hidden
          className="size-5 shrink-0 text-ink-soft transition-transform group-open/technical:rotate-180"
        />
      </summary>
      <div className="grid grid-cols-1 gap-3 pt-3 pb-4">
        <TwoColumns {...table} />
        {paragraphs.map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </details>
  );
}

/** What, and beside it why or how long; on a phone below it, with the name of its column. */
function TwoColumns({ columns: [first, second], rows }: Table) {
  return (
    <div>
      <p
        aria-hidden
        className="grid grid-cols-2 gap-x-6 border-line border-b pb-2 font-semibold text-ink-soft text-sm max-sm:hidden"
      >
        <span>{first}</span>
        <span>{second}</span>
      </p>
      <dl className="divide-y divide-line">
        {rows.map(({ name, text, kind, code, ...row }) => (
          <div key={code ?? name} className="grid grid-cols-1 gap-x-6 gap-y-2 py-3.5 sm:grid-cols-2">
            <dt className="grid grid-cols-1 content-start gap-1">
              {name && <span className="font-semibold">{name}</span>}
              {text && <span>{text}</span>}
              {code && (
                <span className="wrap-anywhere text-ink-soft text-sm">
                  {kind} <code>{code}</code>
                </span>
              )}
            </dt>
            <dd>
              <span className="block font-semibold text-ink-soft text-sm sm:sr-only">{second}</span>
              {row.answer}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A text in which the given words are links; one breaks only if it is longer than a line. */
function Linked({ text, links }: { text: string; links: Record<string, string> }) {
  const word = Object.keys(links).find((one) => text.includes(one));
  const href = word && links[word];
  if (!href) return text;
  return text.split(word).map((piece, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text have only their order.
    <Fragment key={index}>
      {index > 0 && (
        <a href={href} className="link wrap-anywhere inline-block max-w-full">
          {word}
        </a>
      )}
      <Linked text={piece} links={links} />
    </Fragment>
  ));
}
