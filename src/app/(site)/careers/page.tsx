import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { Badge } from "@/components/ui/badge";
import { buttonStyle } from "@/components/ui/button-style";
import { Card } from "@/components/ui/card";
import { shownSite } from "@/http/site";
import { StepRail } from "../step-rail";

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
                <p className="wrap-anywhere mt-2 text-center text-ink-soft text-xs">{facts.email}</p>
              </div>
            </Card>
          ))}
        </ul>
      )}
      {promises.length > 0 && (
        <section aria-label="What you can count on" className="mt-14">
          <h2 className="text-2xl">What you can count on</h2>
          <ul className="mt-7 grid gap-x-12 gap-y-9 md:grid-cols-3">
            {promises.map((row) => (
              <li key={row.title} className="ruled grid content-start gap-2 pt-5">
                <h3 className="text-xl">{row.title}</h3>
                <p className="text-ink-soft">{row.text}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
      {hiring.length > 0 && (
        <section aria-label="How it goes" className="mt-14 grid gap-7">
          <h2 className="text-2xl">How it goes</h2>
          <StepRail steps={hiring} across />
        </section>
      )}
      <p className="mt-10 max-w-text text-ink-soft">
        Nothing here that fits, but you teach well? Write to {write} and tell us about it.
      </p>
    </div>
  );
}
