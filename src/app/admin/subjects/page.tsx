import type { Metadata } from "next";
import { createCaller } from "@/features";
import { SubjectsList } from "@/features/subjects/components/subjects-list";
import { copy } from "@/features/subjects/messages";
import { prefetch, requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.title };

export default async function SubjectsPage() {
  const principal = await requireRole("admin", "/admin/subjects");
  const found = await prefetch("admin/subjects", () => createCaller({ principal }).subjects.list());
  return (
    <div className="page">
      <SubjectsList found={found} />
    </div>
  );
}
