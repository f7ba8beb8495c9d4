import type { Metadata } from "next";
import { institute } from "@/content/institute";
import { AccountPage } from "@/features/auth/components/account-page";
import { JoinScreen } from "@/features/codes/components/join-screen";
import { joinScreens } from "@/features/codes/messages-screens";
import { currentPrincipal } from "@/http/page-session";
import { ApiProvider } from "@/trpc/provider";

export const metadata: Metadata = { title: joinScreens.title, robots: { index: false } };

export default async function JoinPage() {
  const principal = await currentPrincipal();
  return (
    <AccountPage title={joinScreens.title} lead={joinScreens.lead}>
      <ApiProvider>
        <JoinScreen
          signedIn={principal && { name: principal.name, side: principal.role }}
          office={{ email: institute.email, phone: institute.phone }}
        />
      </ApiProvider>
    </AccountPage>
  );
}
