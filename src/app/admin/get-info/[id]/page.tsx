import { Inbox } from "lucide-react";
import type { Metadata } from "next";
import { orAbsent } from "@/app/or-absent";
import { type SearchParams, textsOf } from "@/app/search-params";
import { AbsentPage } from "@/components/site/absent-page";
import { createCaller } from "@/features";
import { ApplicationPage } from "@/features/admissions/components/application-page";
import { copy } from "@/features/admissions/messages";
import { deskCopy } from "@/features/admissions/messages-desk";
import { queryOf } from "@/features/admissions/rules-desk";
import { PrintLetter } from "@/features/letters/components/print-letter";
import { requireRole } from "@/http/page-session";

// Keep the child's name out of the browser's history.
export const metadata: Metadata = { title: deskCopy.facts };

type OneApplicationPageProps = {
  params: Promise<{ id: string }>;
  searchParams: SearchParams;
};

export default async function OneApplicationPage({ params, searchParams }: OneApplicationPageProps) {
  const { id } = await params;
  const principal = await requireRole("admin", `/admin/get-info/${id}`);
  const choices = await textsOf(searchParams);
  const { services } = createCaller({ principal });
  const found = await orAbsent(Promise.all([services.get({ id }), services.similar({ id })]));
  const student = found?.[0].student;
  return (
    <div className="page">
      {found ? (
        <ApplicationPage
          found={found[0]}
          similar={found[1]}
          letter={student && <PrintLetter id={student._id} name={student.name} />}
          query={queryOf(choices)}
        />
      ) : (
        <AbsentPage title={copy.submissionsTitle} icon={<Inbox />} words={deskCopy} href="/admin/get-info?view=all" />
      )}
    </div>
  );
}
