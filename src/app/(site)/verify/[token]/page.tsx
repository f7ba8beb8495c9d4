import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { VerifyCard } from "@/features/report-cards/components/verify-card";
import { cardScreens } from "@/features/report-cards/messages-cards";
import { ApiProvider } from "@/trpc/provider";
import { KnownFacts } from "../../../known-facts";

// The URL is half of the secret: keep it out of referrers and search indexes.
export const metadata: Metadata = {
  title: cardScreens.verifyTitle,
  robots: { index: false, follow: false },
  referrer: "no-referrer",
};

export default async function VerifyPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return (
    <div className="page pb-16 sm:pb-24">
      <PageHeader title={cardScreens.verifyTitle} lead={cardScreens.verifyLead} />
      <KnownFacts>
        <ApiProvider>
          <VerifyCard token={token} />
        </ApiProvider>
      </KnownFacts>
    </div>
  );
}
