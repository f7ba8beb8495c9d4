import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { cache } from "react";
import { orAbsent } from "@/app/or-absent";
import { UnsentLeft } from "@/components/form/unsent-left";
import { AbsentPage } from "@/components/site/absent-page";
import { createCaller } from "@/features";
import { SetSheet } from "@/features/report-cards/components/set-sheet";
import { screens } from "@/features/report-cards/messages-screens";
import { requireRole } from "@/http/page-session";
import { placeName } from "@/lib/place-name";

type CardSetProps = { params: Promise<{ id: string }> };

/** The caller and the set, read once for the title and the page. */
const read = cache(async (id: string) => {
  const principal = await requireRole("admin", `/admin/report-cards/${id}`);
  return { principal, sheet: await orAbsent(createCaller({ principal }).reportCards.get({ id })) };
});

export async function generateMetadata({ params }: CardSetProps): Promise<Metadata> {
  const set = (await read((await params).id)).sheet?.set;
  return { title: set ? screens.setTitle(set.title, placeName(set.className, set.section)) : screens.title };
}

export default async function CardSetPage({ params }: CardSetProps) {
  const { id } = await params;
  const { principal, sheet } = await read(id);
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
