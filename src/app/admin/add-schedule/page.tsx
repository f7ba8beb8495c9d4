import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { NewSchedule } from "@/features/schedules/components/new-schedule";
import { PublishedSchedules } from "@/features/schedules/components/published-schedules";
import { office } from "@/features/schedules/messages-office";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: office.addTitle };

export default async function AddSchedulePage() {
  await requireRole("admin", "/admin/add-schedule");
  return (
    <div className="page">
      <PageHeader title={office.addTitle} lead={<span className="print:hidden">{office.addLead}</span>} />
      <div className="flex flex-col gap-6 xl:flex-row-reverse xl:items-start">
        <NewSchedule />
        <section className="grid min-w-0 grow grid-cols-1 gap-4">
          <h2 className="text-lg">{office.published}</h2>
          <PublishedSchedules />
        </section>
      </div>
    </div>
  );
}
