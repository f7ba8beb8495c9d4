import type { Metadata } from "next";
import { orAbsent } from "@/app/or-absent";
import type { SearchParams } from "@/app/search-params";
import { PageHeader } from "@/components/site/page-header";
import { Alert } from "@/components/ui/alert";
import { dateHere } from "@/content/institute";
import { createCaller } from "@/features";
import { DoneList } from "@/features/overview/components/done-list";
import { ErasureRequests } from "@/features/people/components/erasure-requests";
import { HowItGoes } from "@/features/people/components/how-it-goes";
import { OnePerson } from "@/features/people/components/one-person";
import { PersonSearch } from "@/features/people/components/person-search";
import { copy } from "@/features/people/messages";
import { requireRole } from "@/http/page-session";
import { HeldForApplication } from "./held-for-application";

export const metadata: Metadata = { title: copy.title };

type PrivacyRequestsPageProps = { searchParams: SearchParams };

export default async function PrivacyRequestsPage({ searchParams }: PrivacyRequestsPageProps) {
  const principal = await requireRole("admin", "/admin/privacy-requests");
  const { person: id, application } = await searchParams;
  const { people, records } = createCaller({ principal });
  const header = <PageHeader title={copy.title} crumbs={[{ href: "/admin/privacy-requests", label: copy.back }]} />;
  if (typeof id === "string") {
    const person = await orAbsent(people.get({ id }));
    return (
      <div className="page">
        {header}
        {person ? <OnePerson person={person} /> : <Alert tone="info">{copy.nobody}</Alert>}
      </div>
    );
  }
  if (typeof application === "string") {
    return (
      <div className="page">
        {header}
        <HeldForApplication principal={principal} id={application} />
      </div>
    );
  }
  const latest = (action: string) => records.listEvents({ action, limit: 5 });
  const [requests, exported, erased] = await Promise.all([
    people.requests(),
    latest("person-exported"),
    latest("person-erased"),
  ]);
  const now = new Date();
  const done = [...exported.items, ...erased.items].toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return (
    <div className="page">
      <PageHeader title={copy.title} lead={copy.lead} />
      <div className="flex flex-col gap-4 xl:flex-row xl:items-start">
        <div className="grid min-w-0 grow grid-cols-1 gap-4">
          <ErasureRequests requests={requests} now={now} />
          <PersonSearch />
          <DoneList title={copy.recorded} none={copy.noneRecorded} today={dateHere(now)} events={done.slice(0, 5)} />
        </div>
        <div className="grid shrink-0 grid-cols-1 xl:w-90">
          <HowItGoes />
        </div>
      </div>
    </div>
  );
}
