import { ArrowRight, Bell, Mail, MapPin, Phone } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { telHere } from "@/components/ui/phone-text";
import { Picture } from "@/components/ui/picture";
import { institute, yearAt } from "@/content/institute";
import { shownSite } from "@/http/site";
import { type SiteContent, type SiteFacts, statisticsAt } from "@/lib/site-content";
import { LatestNotices } from "./latest-notices";
import { StructuredData } from "./structured-data";
import { Team } from "./team";

export default async function HomePage() {
  const { facts, home, team } = await shownSite();
  return (
    <>
      <StructuredData of={facts} />
      <p id="unknown" className="page hidden pt-6 font-semibold target:block">
        The page that you asked for does not exist. This is the home page.
      </p>
      <Hero tagline={facts.tagline} />
      <LatestNotices />
      <Statistics of={home.statistics} facts={facts} />
      <Advantages of={home.advantages} facts={facts} />
      <Materials />
      <Team members={team} />
      <Visit facts={facts} />
    </>
  );
}

function Hero({ tagline }: { tagline: string }) {
  return (
    <section className="page grid items-center gap-x-14 gap-y-10 pt-10 pb-14 sm:pt-14 lg:grid-cols-12 lg:pb-20">
      <div className="grid gap-6 lg:col-span-6">
        <h1 className="text-4xl">{tagline}</h1>
        <p className="max-w-text text-ink-soft text-lg">
          From Class {institute.classes.from} to Class {institute.classes.to}: small groups, teachers who know every
          student by name, and results that parents can follow.
        </p>
        <div className="mt-1 grid gap-3 sm:flex">
          <ButtonLink href="/services" size="large">
            Apply for Admission
          </ButtonLink>
          <ButtonLink href="/services" size="large" variant="secondary">
            Explore Courses
          </ButtonLink>
        </div>
        <div className="mt-2 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-line border-y py-4 sm:max-w-text">
          <p className="text-ink-soft text-sm">The dates of all upcoming tests, for everyone to see.</p>
          <ButtonLink href="/show-schedule" variant="secondary">
            <Bell aria-hidden className="size-5 text-accent" />
            Notification
          </ButtonLink>
        </div>
      </div>
      <Picture
        src="/pictures/hero.svg"
        width={720}
        height={612}
        first
        alt="A teacher and three students at a desk before an arched window; kites fly over the city behind them."
        className="mx-auto h-auto w-full max-w-text lg:col-span-6 lg:max-w-none"
      />
    </section>
  );
}

type StatisticsProps = { of: SiteContent["home"]["statistics"]; facts: SiteFacts };

function Statistics({ of: all, facts }: StatisticsProps) {
  const shown = statisticsAt(all, yearAt(new Date()) - facts.founded);
  if (shown.length === 0) return null;
  return (
    <section
      aria-label={`${facts.name} in numbers`}
      className="bg-deep text-on-deep print:bg-transparent print:text-ink"
    >
      <dl className="page grid grid-cols-2 gap-x-6 py-6 sm:gap-x-10 md:grid-cols-4 md:py-10">
        {shown.map((statistic) => (
          <div
            key={statistic.label}
            className="flex flex-col-reverse justify-end border-line-deep border-b py-5 nth-last-[-n+2]:border-b-0 md:py-7 md:nth-last-[-n+4]:border-b-0"
          >
            <dt className="text-on-deep-soft text-sm print:text-ink-soft">{statistic.label}</dt>
            <dd className="figures font-semibold text-3xl">{statistic.value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

type AdvantagesProps = { of: SiteContent["home"]["advantages"]; facts: SiteFacts };

const numbers = ["Two", "Three", "Four", "Five", "Six", "Seven", "Eight"];
const habits = (count: number) => (count === 1 ? "One habit" : `${numbers[count - 2] ?? count} habits`);

function Advantages({ of: advantages, facts }: AdvantagesProps) {
  if (advantages.length === 0) return null;
  return (
    <section className="page section grid gap-x-14 gap-y-10 lg:grid-cols-12">
      <div className="grid content-start justify-items-start gap-5 lg:col-span-4">
        <h2 className="text-3xl">What is different here</h2>
        <p className="text-ink-soft">
          No shortcuts and no shouting. {habits(advantages.length)} that we have kept since {facts.founded}.
        </p>
        <ButtonLink href="/about" variant="secondary">
          Learn More
          <span className="sr-only">about {facts.name}</span>
          <ArrowRight aria-hidden className="size-4.5 rtl:rotate-180" />
        </ButtonLink>
      </div>
      <ul className="grid gap-x-12 sm:grid-cols-2 lg:col-span-8">
        {advantages.map((advantage) => (
          <li key={advantage.title} className="ruled grid content-start gap-2 pt-5 pb-9">
            <h3 className="text-xl">{advantage.title}</h3>
            <p className="text-ink-soft">{advantage.text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Materials() {
  return (
    <section className="page">
      <div className="grid items-center gap-x-14 gap-y-8 rounded-xl bg-accent-soft px-6 py-10 sm:p-12 lg:grid-cols-12 lg:p-16">
        <div className="grid justify-items-start gap-5 lg:col-span-5">
          <h2 className="text-3xl">Notes for every class, free for everyone</h2>
          <p className="text-ink-soft">
            Chapters, worked examples and practice papers from our teachers. Choose a class, find the subject, download.
          </p>
          <ButtonLink href="/study-materials" size="large">
            View Study Materials
          </ButtonLink>
        </div>
        <Picture
          src="/pictures/notes.svg"
          width={640}
          height={360}
          alt="Four stacks of school books in a row, growing taller, with a sapling on the last."
          className="h-auto w-full lg:col-span-7"
        />
      </div>
    </section>
  );
}

function Visit({ facts: { street, city, postcode, phone, email, workingDays, workingHours } }: { facts: SiteFacts }) {
  const facts = [
    { icon: <MapPin aria-hidden />, text: `${street}, ${city} ${postcode}` },
    { icon: <Phone aria-hidden />, text: phone, href: telHere(phone) },
    { icon: <Mail aria-hidden />, text: email, href: `mailto:${email}` },
  ];

  return (
    <section className="page pb-16 sm:pb-24">
      <div className="ruled grid gap-x-14 gap-y-8 pt-10 lg:grid-cols-12">
        <div className="grid content-start gap-4 lg:col-span-7">
          <h2 className="text-2xl">Come and sit in on a class</h2>
          <p className="max-w-text text-ink-soft">
            The best way to choose a school is to watch it work. We are here {workingDays}, {workingHours}, and the tea
            is ready.
          </p>
        </div>
        <ul className="lg:col-span-5">
          {facts.map((fact) => (
            <li
              key={fact.text}
              className="flex min-h-13 items-center gap-4 border-line py-1 border-b last:border-0 [&>svg]:size-5 [&>svg]:shrink-0 [&>svg]:text-accent"
            >
              {fact.icon}
              {fact.href ? (
                <a
                  href={fact.href}
                  className="figures wrap-anywhere flex min-h-11 items-center font-medium hover:underline"
                >
                  {fact.text}
                </a>
              ) : (
                <span className="font-medium">{fact.text}</span>
              )}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
