import type { Metadata } from "next";
import { AccountPage } from "@/features/auth/components/account-page";
import { JoinScreen } from "@/features/codes/components/join-screen";
import { joinScreens } from "@/features/codes/messages-screens";
import { shownSite } from "@/http/site";
import { ApiProvider } from "@/trpc/provider";

export const metadata: Metadata = { title: joinScreens.title, robots: { index: false } };

export default async function JoinPage() {
  const { email, phone } = (await shownSite()).facts;
  return (
    <AccountPage title={joinScreens.title} lead={joinScreens.lead}>
      <ApiProvider>
        <JoinScreen office={{ email, phone }} />
      </ApiProvider>
    </AccountPage>
  );
}
