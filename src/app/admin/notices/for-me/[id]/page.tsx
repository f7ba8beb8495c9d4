import type { Metadata } from "next";
import { orAbsent } from "@/app/or-absent";
import { createCaller } from "@/features";
import { OwnNoticeScreen } from "@/features/notices/components/own-notice-screen";
import { readers as copy } from "@/features/notices/messages-readers";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.staffTitle };

export default async function StaffNoticePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const principal = await requireRole("admin", `/admin/notices/for-me/${id}`);
  const found = await orAbsent(createCaller({ principal }).notices.getMine({ id }));
  return <OwnNoticeScreen found={found} above={{ href: "/admin/notices/for-me", label: copy.staffTitle }} />;
}
