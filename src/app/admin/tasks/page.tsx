import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { TasksList } from "@/features/tasks/components/tasks-list";
import { copy } from "@/features/tasks/messages";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.title };

export default async function TasksPage() {
  await requireRole("admin", "/admin/tasks");
  return (
    <div className="page">
      <PageHeader title={copy.title} lead={copy.lead} />
      <TasksList />
    </div>
  );
}
