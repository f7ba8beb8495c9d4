import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { features } from "@/features";
import { EventList } from "@/features/records/components/event-list";
import { copy } from "@/features/records/messages";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.activityTitle };

const actions = features.flatMap(({ audit = {} }) =>
  Object.entries(audit).map(([action, { words }]) => [action, words] as const),
);

export default async function ActivityPage() {
  await requireRole("admin", "/admin/activity");
  return (
    <div className="page">
      <PageHeader title={copy.activityTitle} lead={copy.activityLead} />
      <EventList actions={actions} />
    </div>
  );
}
