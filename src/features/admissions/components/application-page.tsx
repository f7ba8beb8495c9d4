"use client";

import { ClockAlert, GraduationCap, Printer, ShieldUser } from "lucide-react";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/site/page-header";
import { menuLine, RowMenu } from "@/components/table/row-menu";
import { useAdministers } from "@/components/ui/administers";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { useClock } from "@/components/ui/clock";
import { Link } from "@/components/ui/link";
import { institute } from "@/content/institute";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { correctCopy } from "../messages-correct";
import { deskCopy } from "../messages-desk";
import { enrolCopy } from "../messages-enrol";
import { shortMoment } from "../rules-desk";
import { isClockRunning } from "../rules-moves";
import type { ApplicationView } from "../schema-desk";
import type { SimilarView } from "../schema-similar";
import { ApplicationFacts } from "./application-facts";
import { ApplicationSteps } from "./application-steps";
import { Composer } from "./composer";
import { EnrolledCard } from "./enrolled-card";
import { SimilarCard } from "./similar-card";
import { StateBadge } from "./state-badge";

type ApplicationPageProps = {
  found: ApplicationView;
  similar: SimilarView;
  /** Prints the letter for the family of the enrolled student. */
  letter: ReactNode;
  /** The query string of the list that the visitor came from. */
  query: string;
};

/** One application: its data, its history, and the next actions. */
export function ApplicationPage({ found, similar, letter, query }: ApplicationPageProps) {
  const { data: application } = api.services.get.useQuery({ id: found._id }, { initialData: found });
  const { name, reference, selectedClass, givenClass, state, steps } = application;
  const { data: family } = api.services.similar.useQuery({ id: found._id }, { initialData: similar });
  const administers = useAdministers();
  return (
    <>
      <PageHeader
        title={name}
        crumbs={[{ href: `/admin/get-info${query || "?view=all"}`, label: copy.submissionsTitle }]}
        beside={
          <span className="figures flex flex-wrap items-center gap-x-2.5 gap-y-1 text-sm">
            {reference} · {deskCopy.className(selectedClass)}
            <StateBadge state={state} />
            {givenClass !== null && givenClass !== selectedClass && deskCopy.inClass(givenClass)}
          </span>
        }
        action={
          <div className="flex flex-wrap gap-2 print:hidden">
            <Button variant="secondary" onClick={() => window.print()}>
              <Printer aria-hidden className="size-4.5" />
              {deskCopy.print}
            </Button>
            {state === "accepted" && !family.mergedInto && (
              <ButtonLink href={`/admin/get-info/${application._id}/enrol`}>
                <GraduationCap aria-hidden className="size-4.5" />
                {enrolCopy.enrol}
              </ButtonLink>
            )}
            {administers && (
              <RowMenu label={name} look="page">
                <Link href={`/admin/privacy-requests?application=${application._id}`} className={menuLine}>
                  <ShieldUser aria-hidden />
                  {deskCopy.privacy(name)}
                </Link>
              </RowMenu>
            )}
          </div>
        }
      />
      <div className="grid grid-cols-1 items-start gap-5 xl:flex">
        <div className="grid min-w-0 grow grid-cols-1 gap-4">
          <Promised application={application} />
          {application.isUndelivered && <Alert tone="warning">{correctCopy.undelivered}</Alert>}
          {application.student && <EnrolledCard student={application.student} letter={letter} />}
          <SimilarCard application={application} found={similar} />
          <ApplicationFacts application={application} />
          <ApplicationSteps id={application._id} steps={steps} at={application.at} />
        </div>
        <div className="grid shrink-0 grid-cols-1 gap-3 xl:w-97 print:hidden">
          {family.mergedInto ? null : (
            <>
              {state === "enrolled" && <p className="text-ink-soft text-sm">{deskCopy.enrolledHint}</p>}
              <Composer application={application} />
            </>
          )}
        </div>
      </div>
    </>
  );
}

function Promised({ application }: { application: ApplicationView }) {
  const { answerDue, at } = application;
  const clocks = { at, timeZone: institute.timeZone, clock: useClock() };
  if (!isClockRunning(application) || !answerDue) return null;
  const when = shortMoment(answerDue, clocks);
  if (answerDue >= at) return <Alert tone="info">{deskCopy.promised(when)}</Alert>;
  return (
    <p className="flex items-center gap-3 rounded-md bg-danger-soft p-4 font-semibold text-danger text-sm">
      <ClockAlert aria-hidden className="size-5 shrink-0" />
      {deskCopy.wasPromised(when)}
    </p>
  );
}
