import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { orAbsent } from "@/app/or-absent";
import { UnsentLeft } from "@/components/form/unsent-left";
import { AbsentPage } from "@/components/site/absent-page";
import { createCaller } from "@/features";
import { SetSheet } from "@/features/report-cards/components/set-sheet";
import { screens } from "@/features/report-cards/messages-screens";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: screens.title };

export default async function CardSetPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const principal = await requireRole("admin", `/admin/report-cards/${id}`);
  const sheet = await orAbsent(createCaller({ principal }).reportCards.get({ id }));
  return (
    <div className="page">
      {sheet ? (
        <SetSheet key={id} found={sheet} />
      ) : (
        <>
          <AbsentPage title={screens.title} icon={<ScrollText />} words={screens} href="/admin/report-cards" />
          <UnsentLeft personId={principal.userId} id={id} />
        </>
      )}
    </div>
  );
}
