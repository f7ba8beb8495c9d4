import { Armchair, Phone } from "lucide-react";
import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { Card } from "@/components/ui/card";
import { NeedsScript } from "@/components/ui/needs-script";
import { telHere } from "@/components/ui/phone-text";
import { institute } from "@/content/institute";
import { AdmissionForm } from "@/features/admissions/components/admission-form";
import { copy } from "@/features/admissions/messages";
import { prefetch, publicCaller } from "@/http/page-session";
import { shownSite } from "@/http/site";
import type { Course } from "@/lib/site-content";
import { ApiProvider } from "@/trpc/provider";
import { currentSeason } from "../../current-season";
import { KnownFacts } from "../../known-facts";
import { StepRail } from "../step-rail";

export async function generateMetadata(): Promise<Metadata> {
  const { classes } = institute;
  const { name } = (await shownSite()).facts;
  const { season, isOpen } = await currentSeason();
  return {
    title: copy.title,
    description: `Apply for admission to ${name}${isOpen ? ` for the ${season} session` : ""}, and see what is taught in Classes ${classes.from} to ${classes.to}.`,
  };
}

async function waitingClasses() {
  return (await prefetch("waiting", () => publicCaller().intakes.waiting())) ?? [];
}

export default async function ServicesPage() {
  const [{ season, isOpen }, waiting] = [await currentSeason(), await waitingClasses()];
  const { facts, courses } = await shownSite();
  return (
    <div className="page">
      <PageHeader
        title={copy.title}
        lead={`Admission to Classes ${institute.classes.from} to ${institute.classes.to}. It takes five minutes, and a real person answers.`}
      />
      <div className="grid grid-cols-1 items-start gap-x-14 gap-y-12 lg:grid-cols-12 lg:grid-rows-auto-rest lg:gap-y-8">
        <Seats season={isOpen ? season : null} waiting={waiting.map(({ className }) => className)} />
        <Card padding="roomy" className="grid grid-cols-1 gap-6 lg:col-span-7 lg:row-span-2 lg:row-start-1">
          <KnownFacts>
            <NeedsScript />
            <ApiProvider>
              <AdmissionForm waiting={waiting} />
            </ApiProvider>
          </KnownFacts>
        </Card>
        <Steps phone={facts.phone} />
      </div>
      <Courses of={courses} />
    </div>
  );
}

/** On a phone this comes above the form, so that nobody fills in the form for a full class. */
function Seats({ season, waiting }: { season: string | null; waiting: readonly number[] }) {
  return (
    <div className="flex gap-4 rounded-lg bg-accent-soft p-5 max-lg:-mb-6 sm:p-6 lg:col-span-5 lg:col-start-8 lg:row-start-2">
      <Armchair aria-hidden className="mt-0.5 size-6 shrink-0 text-accent" />
      <div className="grid gap-1">
        <p className="font-semibold text-lg">
          {season === null ? (
            copy.allWait
          ) : (
            <>
              {copy.limitedSeats} <span className="inline-block">{copy.session(season)}</span>
            </>
          )}
        </p>
        <p className="text-ink-soft">{copy.limitedSeatsHint}</p>
        {season !== null && waiting.length > 0 && (
          <p className="font-semibold">{copy.waitingList(copy.classNames(waiting.join(", "), waiting.length))}</p>
        )}
      </div>
    </div>
  );
}

function Steps({ phone }: { phone: string }) {
  return (
    <section
      aria-labelledby="steps"
      className="contents gap-8 lg:col-span-5 lg:col-start-8 lg:row-start-1 lg:grid lg:pt-9"
    >
      <div className="grid gap-8">
        <h2 id="steps" className="text-2xl">
          {copy.stepsTitle}
        </h2>
        <StepRail steps={copy.steps} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 text-ink-soft">
        Prefer to talk first?
        <a href={telHere(phone)} className="link figures inline-flex min-h-11 items-center gap-2">
          <Phone aria-hidden className="size-4.5" />
          {phone}
        </a>
      </p>
    </section>
  );
}

function Courses({ of: courses }: { of: readonly Course[] }) {
  if (courses.length === 0) return null;
  return (
    <section aria-labelledby="courses" className="section">
      <h2 id="courses" className="text-3xl">
        What we teach
      </h2>
      <ul className="mt-10 grid gap-x-12 sm:grid-cols-2 lg:grid-cols-4 lg:gap-x-8">
        {courses.map((course) => (
          <li key={course.title} className="ruled grid content-start gap-2 pt-5 pb-9">
            <p className="figures font-semibold text-accent text-sm">{course.classes}</p>
            <h3 className="text-xl">{course.title}</h3>
            <p className="text-ink-soft">{course.text}</p>
            {course.timings && <p className="figures text-sm">{course.timings}</p>}
            {course.fees && <p className="figures font-semibold text-sm">{course.fees}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
