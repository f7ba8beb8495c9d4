import { Megaphone } from "lucide-react";
import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { createCaller } from "@/features";
import { NoticeScreen } from "@/features/notices/components/notice-view";
import { screens } from "@/features/notices/messages-screens";
import { requireRole } from "@/http/page-session";
import { orAbsent } from "../../../or-absent";

export const metadata: Metadata = { title: screens.title };

export default async function NoticePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const principal = await requireRole("admin", `/admin/notices/${id}`);
  const { notices } = createCaller({ principal });
  const [found, places] = await Promise.all([orAbsent(notices.get({ id })), notices.places()]);
  return (
    <div className="page">
      {found ? (
        <NoticeScreen found={found} places={places} now={Date.now()} />
      ) : (
        <>
          <PageHeader title={screens.title} />
          <EmptyState
            icon={<Megaphone />}
            title={screens.notFound}
            hint={screens.notFoundHint}
            action={<ButtonLink href="/admin/notices">{screens.back}</ButtonLink>}
          />
        </>
      )}
    </div>
  );
}
