import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { TasksList } from "@/features/tasks/components/tasks-list";
import { copy } from "@/features/tasks/messages";
import { requireRole } from "@/http/page-session";
import { may } from "@/lib/may";

export const metadata: Metadata = { title: copy.title };

export default async function TasksPage() {
  const principal = await requireRole("admin", "/admin/tasks");
  return (
    <div className="page">
      <PageHeader title={copy.title} lead={copy.lead} />
      <TasksList backsUp={may(principal, "administrator")} />
    </div>
  );
}
