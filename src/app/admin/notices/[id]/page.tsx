import { Megaphone } from "lucide-react";
import type { Metadata } from "next";
import { cache } from "react";
import { orAbsent } from "@/app/or-absent";
import { AbsentPage } from "@/components/site/absent-page";
import { env } from "@/env";
import { createCaller } from "@/features";
import { NoticeToRead } from "@/features/notices/components/notice-to-read";
import { NoticeScreen } from "@/features/notices/components/notice-view";
import { screens } from "@/features/notices/messages-screens";
import { requireRole } from "@/http/page-session";

type NoticeProps = { params: Promise<{ id: string }> };

/** The notice, to write or to read, and the places it can be for, read once for the title and the page. */
const readOnce = cache(async (id: string) => {
  const { notices } = createCaller({ principal: await requireRole("admin", `/admin/notices/${id}`) });
  const [found, places] = await Promise.all([orAbsent(notices.get({ id })), notices.places()]);
  return { found, places, read: found ? undefined : await orAbsent(notices.read({ id })) };
});

export async function generateMetadata({ params }: NoticeProps): Promise<Metadata> {
  const { found, read } = await readOnce((await params).id);
  return { title: (found ?? read)?.title || screens.title };
}

export default async function NoticePage({ params }: NoticeProps) {
  const { found, places, read } = await readOnce((await params).id);
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
