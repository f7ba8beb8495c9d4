import { TRPCError } from "@trpc/server";
import { ScrollText } from "lucide-react";
import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { createCaller } from "@/features";
import { SetSheet } from "@/features/report-cards/components/set-sheet";
import { screens } from "@/features/report-cards/messages-screens";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: screens.title };

export default async function CardSetPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const principal = await requireRole("admin", `/admin/report-cards/${id}`);
  const sheet = await createCaller({ principal })
    .reportCards.get({ id })
    .catch((error: unknown) => {
      if (error instanceof TRPCError && ["NOT_FOUND", "BAD_REQUEST", "FORBIDDEN"].includes(error.code))
        return undefined;
      throw error;
    });
  return (
    <div className="page">
      {sheet ? (
        <SetSheet key={id} found={sheet} />
      ) : (
        <>
          <PageHeader title={screens.title} />
          <EmptyState
            icon={<ScrollText />}
            title={screens.notFound}
            hint={screens.notFoundHint}
            action={<ButtonLink href="/admin/report-cards">{screens.back}</ButtonLink>}
          />
        </>
      )}
    </div>
  );
}
