import type { Metadata } from "next";
import type { SearchParams } from "@/app/search-params";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { NoticeEditor } from "@/features/notices/components/notice-editor";
import { screens } from "@/features/notices/messages-screens";
import { begunBy } from "@/features/notices/rules";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: screens.newTitle };

export default async function NewNoticePage({ searchParams }: { searchParams: SearchParams }) {
  const principal = await requireRole("admin", "/admin/notices/new");
  const { student } = await searchParams;
  const { notices, students } = createCaller({ principal });
  const [places, one] = await Promise.all([
    notices.places(),
    // Ignore a student who was deleted, or whom a teacher may not see.
    typeof student === "string" ? students.get({ id: student }).catch(() => null) : null,
  ]);
  return (
    <div className="page">
      <PageHeader title={screens.newTitle} crumbs={[{ href: "/admin/notices", label: screens.title }]} />
      <NoticeEditor notice={begunBy(places, one)} places={places} />
    </div>
  );
}
