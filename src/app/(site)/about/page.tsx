import { ArrowRight } from "lucide-react";
import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/button-link";
import { Picture } from "@/components/ui/picture";
import { shownSite } from "@/http/site";
import type { TitledText } from "@/lib/site-content";

export async function generateMetadata(): Promise<Metadata> {
  const { name, city } = (await shownSite()).facts;
  return {
    title: "About",
    description: `The mission, the vision and the core values of ${name}, a tutoring institute in ${city}.`,
  };
}

export default async function AboutPage() {
  const { facts, about } = await shownSite();
  return (
    <>
      <section className="page grid items-center gap-x-14 gap-y-10 pt-10 sm:pt-16 lg:grid-cols-12">
        <div className="grid gap-5 lg:col-span-6">
          <h1 className="text-3xl">About {facts.name}</h1>
          <p className="max-w-text text-ink-soft text-lg">{facts.description}</p>
          {about.paragraphs.map((paragraph) => (
            <p key={paragraph} className="max-w-text text-ink-soft">
              {paragraph}
            </p>
          ))}
        </div>
        <Picture
          src="/pictures/institute.svg"
          width={720}
          height={480}
          first
          alt="The institute: a house with arched doors under a banyan tree, with bicycles at the gate."
          className="mx-auto h-auto w-full max-w-text lg:col-span-6 lg:max-w-none"
        />
      </section>
      <section className="page section grid gap-x-8 gap-y-6 lg:grid-cols-2">
        <Statement title="Mission" text={about.mission} deep />
        <Statement title="Vision" text={about.vision} />
      </section>
      <Values of={about.values} />
    </>
  );
}

function Values({ of: values }: { of: readonly TitledText[] }) {
  if (values.length === 0) return null;
  return (
    <section className="page pb-16 sm:pb-24">
      <div className="grid gap-x-14 gap-y-10 lg:grid-cols-12">
        <div className="grid content-start justify-items-start gap-5 lg:col-span-4">
          <h2 className="text-3xl">Core values</h2>
          <p className="text-ink-soft">
            {values.length === 4 ? "Four words" : "Words"} that hang above the door of the staff room.
          </p>
          <ButtonLink href="/story" variant="secondary">
            How it began
            <ArrowRight aria-hidden className="size-4.5 rtl:rotate-180" />
          </ButtonLink>
        </div>
        <ul className="grid gap-x-12 sm:grid-cols-2 lg:col-span-8">
          {values.map((value) => (
            <li key={value.title} className="ruled grid content-start gap-2 pt-5 pb-9">
              <h3 className="text-xl">{value.title}</h3>
              <p className="text-ink-soft">{value.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Statement({ title, text, deep = false }: { title: string; text: string; deep?: boolean }) {
  return (
    <div
      className={
        deep
          ? "grid grid-cols-1 content-start gap-4 rounded-xl bg-deep p-6 text-on-deep sm:p-12 print:bg-transparent print:text-ink"
          : "grid grid-cols-1 content-start gap-4 rounded-xl bg-accent-soft p-6 sm:p-12"
      }
    >
      <h2 className={deep ? "text-on-deep-soft text-xl print:text-ink-soft" : "text-accent text-xl"}>{title}</h2>
      <p className="text-2xl">{text}</p>
    </div>
  );
}
