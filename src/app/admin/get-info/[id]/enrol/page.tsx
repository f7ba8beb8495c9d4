import { Inbox } from "lucide-react";
import type { Metadata } from "next";
import { orAbsent } from "@/app/or-absent";
import { AbsentPage } from "@/components/site/absent-page";
import { PageHeader } from "@/components/site/page-header";
import { YearLink } from "@/components/site/year-link";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { createCaller } from "@/features";
import { EnrolForm } from "@/features/admissions/components/enrol-form";
import { copy } from "@/features/admissions/messages";
import { deskCopy } from "@/features/admissions/messages-desk";
import { enrolCopy } from "@/features/admissions/messages-enrol";
import { similarCopy } from "@/features/admissions/messages-similar";
import { requireRole } from "@/http/page-session";

// Keep the child's name out of the browser's history.
export const metadata: Metadata = { title: copy.submissionsTitle };

export default async function EnrolPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const principal = await requireRole("admin", `/admin/get-info/${id}/enrol`);
  const { services } = createCaller({ principal });
  const found = await orAbsent(Promise.all([services.get({ id }), services.previewEnrolment({ id })]));
  if (!found) {
    return (
      <div className="page">
        <AbsentPage title={copy.submissionsTitle} icon={<Inbox />} words={deskCopy} href="/admin/get-info?view=all" />
      </div>
    );
  }
  const [application, preview] = found;
  const crumbs = [
    { href: "/admin/get-info?view=accepted", label: copy.submissionsTitle },
    { href: `/admin/get-info/${id}`, label: application.name },
  ];
  const kept = application.mergedInto === null ? null : (await services.similar({ id })).mergedInto;
  if (kept) {
    return (
      <div className="page">
        <PageHeader title={enrolCopy.title(application.name)} crumbs={crumbs} />
        <EmptyState
          icon={<Inbox />}
          title={`${similarCopy.isPart} ${kept.reference}.`}
          action={<ButtonLink href={`/admin/get-info/${kept._id}`}>{enrolCopy.toApplication}</ButtonLink>}
        />
      </div>
    );
  }
  const isReady = application.state === "accepted" && preview.years.length > 0;
  return (
    <div className="page">
      <PageHeader title={enrolCopy.title(application.name)} crumbs={crumbs} lead={isReady && enrolCopy.lead} />
      {isReady ? (
        <EnrolForm application={application} preview={preview} />
      ) : application.state === "accepted" ? (
        <EmptyState icon={<Inbox />} title={enrolCopy.noYear} hint="" action={<YearLink />} />
      ) : (
        <EmptyState
          icon={<Inbox />}
          title={enrolCopy.notAccepted}
          hint=""
          action={<ButtonLink href={`/admin/get-info/${id}`}>{enrolCopy.toApplication}</ButtonLink>}
        />
      )}
    </div>
  );
}
