import { Megaphone } from "lucide-react";
import type { Metadata } from "next";
import { orAbsent } from "@/app/or-absent";
import { AbsentPage } from "@/components/site/absent-page";
import { env } from "@/env";
import { createCaller } from "@/features";
import { NoticeToRead } from "@/features/notices/components/notice-to-read";
import { NoticeScreen } from "@/features/notices/components/notice-view";
import { screens } from "@/features/notices/messages-screens";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: screens.title };

export default async function NoticePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const principal = await requireRole("admin", `/admin/notices/${id}`);
  const { notices } = createCaller({ principal });
  const [found, places] = await Promise.all([orAbsent(notices.get({ id })), notices.places()]);
  const read = found ? undefined : await orAbsent(notices.read({ id }));
  return (
    <div className="page">
      {read && <NoticeToRead found={read} />}
      {found ? (
        <NoticeScreen found={found} places={places} now={Date.now()} maxMegabytes={env().MAX_UPLOAD_MB} />
      ) : read ? null : (
        <AbsentPage title={screens.title} icon={<Megaphone />} words={screens} href="/admin/notices" />
      )}
    </div>
  );
}
