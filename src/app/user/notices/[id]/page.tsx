import { Megaphone } from "lucide-react";
import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { createCaller } from "@/features";
import { OwnNotice } from "@/features/notices/components/own-notice";
import { readers as copy } from "@/features/notices/messages-readers";
import { requireRole } from "@/http/page-session";
import { orAbsent } from "../../../or-absent";

export const metadata: Metadata = { title: copy.title };

export default async function MyNoticePage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const principal = await requireRole("user", `/user/notices/${id}`);
  const found = await orAbsent(createCaller({ principal }).notices.getMine({ id }));
  return (
    <div className="page pb-16">
      {found ? (
        <OwnNotice found={found} above={{ href: "/user/notices", label: copy.title }} />
      ) : (
        <>
          <PageHeader title={copy.title} />
          <EmptyState
            icon={<Megaphone />}
            title={copy.gone}
            hint={copy.goneHint}
            action={<ButtonLink href="/user/notices">{copy.all}</ButtonLink>}
          />
        </>
      )}
    </div>
  );
}
