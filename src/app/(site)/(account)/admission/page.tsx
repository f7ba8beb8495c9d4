import type { Metadata } from "next";
import { MailModeProvider } from "@/components/ui/mail-mode";
import { FollowPage } from "@/features/admissions/components/follow-page";
import { familyCopy } from "@/features/admissions/messages-family";
import { followingCaller, prefetch } from "@/http/page-session";
import { sendsMail } from "@/http/site";
import { ApiProvider } from "@/trpc/provider";
import { InstituteClock } from "../../../institute-clock";

export const metadata: Metadata = { title: familyCopy.askTitle, description: familyCopy.lead };

export default async function AdmissionPage() {
  const found = await prefetch("admission", async () => (await followingCaller()).services.followed());
  return (
    <ApiProvider>
      <InstituteClock>
        <MailModeProvider value={sendsMail()}>
          <FollowPage found={found} />
        </MailModeProvider>
      </InstituteClock>
    </ApiProvider>
  );
}
