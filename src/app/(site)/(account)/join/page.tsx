import type { Metadata } from "next";
import { institute } from "@/content/institute";
import { AccountPage } from "@/features/auth/components/account-page";
import { JoinScreen } from "@/features/codes/components/join-screen";
import { joinScreens } from "@/features/codes/messages-screens";
import { ApiProvider } from "@/trpc/provider";

export const metadata: Metadata = { title: joinScreens.title, robots: { index: false } };

export default function JoinPage() {
  return (
    <AccountPage title={joinScreens.title} lead={joinScreens.lead}>
      <ApiProvider>
        <JoinScreen office={{ email: institute.email, phone: institute.phone }} />
      </ApiProvider>
    </AccountPage>
  );
}
