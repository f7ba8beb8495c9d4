import { ChevronDown } from "lucide-react";
import { Fragment } from "react";
import type { Section, Table } from "@/content/policies";

const technicalDetails = "Technical details";

/** The content of a section of a legal text. */
export function PolicySection({ of: section, links }: { of: Section; links: Record<string, string> }) {
  return (
    <>
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
    </>
  );
}

/** Details that few readers want; they unfold without a script. */
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

/** What is kept, and beside it why or how long; on a phone below it, with the name of the column. */
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
          <div
            key={code ?? name}
            className="grid grid-cols-1 gap-x-6 gap-y-1 py-2.5 text-sm sm:grid-cols-2 sm:gap-y-2 sm:py-3.5 sm:text-base"
          >
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
              <span className="font-semibold text-ink-soft sm:sr-only">{second}: </span>
              {row.answer}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** A text in which the given words are links; one breaks only if it is longer than a line. */
export function Linked({ text, links }: { text: string; links: Record<string, string> }) {
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
