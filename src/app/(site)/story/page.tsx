import type { Metadata } from "next";
import { ButtonLink } from "@/components/ui/button-link";
import { Picture } from "@/components/ui/picture";
import { shownSite } from "@/http/site";
import type { SiteContent } from "@/lib/site-content";

export async function generateMetadata(): Promise<Metadata> {
  const { facts, story } = await shownSite();
  return { title: "Our story", description: `How ${story.founder} founded ${facts.name}. ${story.lead}` };
}

export default async function StoryPage() {
  const { story } = await shownSite();
  return (
    <article className="page pt-10 pb-16 sm:pt-16 sm:pb-24">
      <div className="grid items-start gap-x-14 gap-y-10 lg:grid-cols-12">
        <figure className="grid gap-4 lg:sticky lg:top-8 lg:col-span-5">
          {story.portrait && (
            <Picture
              {...story.portrait}
              first
              sizes="(min-width: 1024px) 40vw, 92vw"
              alt={story.portraitAlt}
              className="mx-auto h-auto w-full max-w-form lg:max-w-none"
            />
          )}
          <figcaption className="text-center">
            <span className="font-semibold">{story.founder}</span>
            <span className="block text-ink-soft text-sm">{story.role}</span>
          </figcaption>
        </figure>
        <div className="grid gap-6 lg:col-span-7">
          <h1 className="text-3xl">The story of our founder</h1>
          <p className="max-w-text text-ink-soft text-xl">{story.lead}</p>
          <Paragraphs of={story.paragraphs} />
          <blockquote className="ruled mt-4 max-w-text pt-6">
            <p className="text-balance text-2xl">{story.quote}</p>
          </blockquote>
          <Paragraphs of={story.closing} />
          <p className="font-semibold">{story.founder}</p>
        </div>
      </div>
      <Milestones of={story.milestones} />
    </article>
  );
}

function Paragraphs({ of }: { of: readonly string[] }) {
  return (
    <div className="grid max-w-text gap-5">
      {of.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
    </div>
  );
}

function Milestones({ of: milestones }: { of: SiteContent["story"]["milestones"] }) {
  if (milestones.length === 0) return null;
  return (
    <section aria-labelledby="milestones" className="pt-16 sm:pt-24">
      <div className="flex flex-wrap items-end justify-between gap-5">
        <h2 id="milestones" className="text-3xl">
          Year by year
        </h2>
        <ButtonLink href="/blog" variant="secondary">
          See the Student Gallery
        </ButtonLink>
      </div>
      <ol className="mt-10 grid gap-x-12 sm:grid-cols-2 lg:grid-cols-3">
        {milestones.map((milestone) => (
          <li key={milestone.year} className="ruled grid content-start gap-2 pt-5 pb-9">
            <h3 className="figures text-xl">{milestone.year}</h3>
            <p className="text-ink-soft">{milestone.text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
