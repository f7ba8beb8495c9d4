import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { AfterChanges } from "@/features/calendars/components/after-changes";
import { OwnCalendar } from "@/features/calendars/components/own-calendar";
import { copy } from "@/features/calendars/messages";
import { own } from "@/features/schedules/messages-own";
import { requireRole } from "@/http/page-session";
import { mustProve, ProveFirstPage } from "../../../prove-first";
import { siteAddress } from "../../../site-address";

export const metadata: Metadata = { title: copy.ownTitle };

export default async function MyCalendarPage() {
  const principal = await requireRole("user", "/user/tests/calendar");
  if (mustProve(principal)) return <ProveFirstPage title={copy.ownTitle} principal={principal} />;
  const found = await createCaller({ principal }).calendars.mine();
  return (
    <div className="page">
      <PageHeader title={copy.ownTitle} lead={copy.ownLead} crumbs={[{ href: "/user/tests", label: own.title }]} />
      <div className="grid grid-cols-1 gap-10">
        <div className="grid grid-cols-1 gap-5">
          <p className="max-w-text text-ink-soft">{copy.ownSecret}</p>
          <OwnCalendar found={found} site={siteAddress().origin} />
        </div>
        <AfterChanges />
      </div>
    </div>
  );
}
