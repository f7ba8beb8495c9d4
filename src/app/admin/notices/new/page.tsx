import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { NoticeEditor } from "@/features/notices/components/notice-editor";
import { screens } from "@/features/notices/messages-screens";
import { begunBy } from "@/features/notices/rules";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: screens.newTitle };

export default async function NewNoticePage() {
  const principal = await requireRole("admin", "/admin/notices/new");
  const places = await createCaller({ principal }).notices.places();
  return (
    <div className="page">
      <PageHeader title={screens.newTitle} crumbs={[{ href: "/admin/notices", label: screens.title }]} />
      <NoticeEditor notice={begunBy(places)} places={places} />
    </div>
  );
}
