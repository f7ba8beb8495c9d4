import type { Metadata } from "next";
import { requireRole } from "@/api/pages";
import { PageHeader } from "@/components/site/page-header";
import { EventList } from "@/features/records/components/event-list";
import { copy } from "@/features/records/copy";

export const metadata: Metadata = { title: copy.activityTitle };

export default async function ActivityPage() {
  await requireRole("admin", "/admin/activity");
  return (
    <div className="page">
      <PageHeader title={copy.activityTitle} lead={copy.activityLead} />
      <EventList />
    </div>
  );
}
