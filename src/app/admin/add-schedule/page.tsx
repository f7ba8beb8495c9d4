import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { Card } from "@/components/ui/card";
import { PublishedSchedules } from "@/features/schedules/components/published-schedules";
import { ScheduleForm } from "@/features/schedules/components/schedule-form";
import { copy } from "@/features/schedules/messages";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.addTitle };

export default async function AddSchedulePage() {
  await requireRole("admin", "/admin/add-schedule");
  return (
    <div className="page">
      <PageHeader title={copy.addTitle} lead={copy.addLead} />
      <div className="grid max-w-text grid-cols-1 gap-14">
        <Card padding="roomy">
          <ScheduleForm />
        </Card>
        <section className="grid grid-cols-1 gap-5">
          <h2 className="text-2xl">{copy.published}</h2>
          <PublishedSchedules />
        </section>
      </div>
    </div>
  );
}
