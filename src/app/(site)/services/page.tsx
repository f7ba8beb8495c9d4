import { Armchair, Phone } from "lucide-react";
import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { Card } from "@/components/ui/card";
import { NeedsScript } from "@/components/ui/needs-script";
import { courses, institute } from "@/content/institute";
import { AdmissionForm } from "@/features/admissions/components/admission-form";
import { copy } from "@/features/admissions/messages";
import { ApiProvider } from "@/trpc/provider";
import { currentSeason } from "../../current-season";

export async function generateMetadata(): Promise<Metadata> {
  const { name, classes } = institute;
  return {
    title: copy.title,
    description: `Apply for admission to ${name} for the ${await currentSeason()} session, and see what is taught in Classes ${classes.from} to ${classes.to}.`,
  };
}

export default async function ServicesPage() {
  const season = await currentSeason();
  return (
    <div className="page">
      <PageHeader
        title={copy.title}
        lead={`Admission to Classes ${institute.classes.from} to ${institute.classes.to}. It takes five minutes, and a real person answers.`}
      />
      <div className="grid items-start gap-x-14 gap-y-12 lg:grid-cols-12">
        <Card padding="roomy" className="grid grid-cols-1 gap-6 lg:col-span-7">
          <NeedsScript />
          <ApiProvider>
            <AdmissionForm />
          </ApiProvider>
        </Card>
        <Steps season={season} />
      </div>
      <Courses />
    </div>
  );
}

function Steps({ season }: { season: string }) {
  return (
    <section aria-labelledby="steps" className="grid gap-8 lg:col-span-5 lg:pt-9">
      <h2 id="steps" className="text-2xl">
        {copy.stepsTitle}
      </h2>
      <ol className="grid">
        {copy.steps.map((step, index) => (
          <li key={step.title} className="group relative flex gap-5 pb-7 last:pb-0">
            <span
              aria-hidden
              className="absolute inset-y-0 start-5.5 border-line-strong border-s border-dashed group-last:hidden"
            />
            <span
              aria-hidden
              className="figures relative grid size-11 shrink-0 place-items-center rounded-full bg-accent font-semibold text-on-accent"
            >
              {index + 1}
            </span>
            <div className="grid gap-1 pt-2">
              <h3 className="text-lg">{step.title}</h3>
              <p className="text-ink-soft">{step.text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="flex gap-4 rounded-lg bg-accent-soft p-5 sm:p-6">
        <Armchair aria-hidden className="mt-0.5 size-6 shrink-0 text-accent" />
        <div className="grid gap-1">
          <p className="font-semibold text-lg">
            {copy.limitedSeats} <span className="whitespace-nowrap">{copy.session(season)}</span>
          </p>
          <p className="text-ink-soft">{copy.limitedSeatsHint}</p>
        </div>
      </div>
      <p className="flex flex-wrap items-center gap-x-3 text-ink-soft">
        Prefer to talk first?
        <a
          href={`tel:${institute.phone.replaceAll(" ", "")}`}
          className="link figures inline-flex min-h-11 items-center gap-2"
        >
          <Phone aria-hidden className="size-4.5" />
          {institute.phone}
        </a>
      </p>
    </section>
  );
}

function Courses() {
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
          </li>
        ))}
      </ul>
    </section>
  );
}
