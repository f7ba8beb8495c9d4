import type { Metadata } from "next";
import { MailModeProvider } from "@/components/ui/mail-mode";
import { AccountPage } from "@/features/auth/components/account-page";
import { JoinScreen } from "@/features/codes/components/join-screen";
import { joinScreens } from "@/features/codes/messages-screens";
import { sendsMail, shownSite } from "@/http/site";
import { ApiProvider } from "@/trpc/provider";

export const metadata: Metadata = { title: joinScreens.title, robots: { index: false } };

export default async function JoinPage() {
  const { email, phone } = (await shownSite()).facts;
  return (
    <AccountPage title={joinScreens.title} lead={joinScreens.lead}>
      <ApiProvider>
        <MailModeProvider value={sendsMail()}>
          <JoinScreen office={{ email, phone }} />
        </MailModeProvider>
      </ApiProvider>
    </AccountPage>
  );
}
