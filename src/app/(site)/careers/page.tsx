import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { Badge } from "@/components/ui/badge";
import { buttonStyle } from "@/components/ui/button-style";
import { Card } from "@/components/ui/card";
import { shownSite } from "@/http/site";

export async function generateMetadata(): Promise<Metadata> {
  const { name, city } = (await shownSite()).facts;
  return {
    title: "Careers",
    description: `Teach at ${name} in ${city}: open positions, what we promise, and how to apply.`,
  };
}

const applyTo = (email: string, subject: string) =>
  `mailto:${email}?subject=${encodeURIComponent(`Application: ${subject}`)}`;

export default async function CareersPage() {
  const { facts, careers } = await shownSite();
  const { openings, promises, hiring } = careers;
  const write = (
    <a href={applyTo(facts.email, "a letter")} className="link">
      {facts.email}
    </a>
  );
  return (
    <div className="page pb-16 sm:pb-24">
      <PageHeader title="Careers" lead="We look for people who like explaining things and can bear to be asked why." />
      <h2 className="text-2xl">Open positions</h2>
      {openings.length === 0 ? (
        <p className="mt-4 max-w-text text-ink-soft">
          There is no free post at the moment. We read every letter all the same: {write}.
        </p>
      ) : (
        <ul className="mt-6 grid gap-5 lg:grid-cols-3">
          {openings.map((opening) => (
            <Card key={opening.title} as="li" className="flex flex-col gap-4">
              <Badge>{opening.kind}</Badge>
              <h3 className="text-xl">{opening.title}</h3>
              <p className="text-ink-soft">{opening.text}</p>
              <div className="mt-auto pt-2">
                <a
                  href={applyTo(facts.email, opening.title)}
                  aria-label={`Apply by email: ${opening.title}`}
                  className={buttonStyle({ variant: "secondary", wide: true })}
                >
                  Apply by email
                </a>
              </div>
            </Card>
          ))}
        </ul>
      )}
      <Rows title="What you can count on" rows={promises} />
      <Rows title="How it goes" rows={hiring} numbered />
      <p className="max-w-text text-ink-soft">
        Nothing here that fits, but you teach well? Write to {write} and tell us about it.
      </p>
    </div>
  );
}

type RowsProps = { title: string; rows: readonly { title: string; text: string }[]; numbered?: boolean };

function Rows({ title, rows, numbered = false }: RowsProps) {
  if (rows.length === 0) return null;
  const List = numbered ? "ol" : "ul";
  return (
    <section aria-label={title} className="mt-14">
      <h2 className="text-2xl">{title}</h2>
      <List className="mt-7 grid gap-x-12 md:grid-cols-3">
        {rows.map((row, index) => (
          <li key={row.title} className="ruled grid content-start gap-2 pt-5 pb-9">
            <h3 className="text-xl">
              {numbered && <span className="figures text-accent">{index + 1}. </span>}
              {row.title}
            </h3>
            <p className="text-ink-soft">{row.text}</p>
          </li>
        ))}
      </List>
    </section>
  );
}
