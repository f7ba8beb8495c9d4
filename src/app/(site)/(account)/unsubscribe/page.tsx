import type { Metadata } from "next";
import { StopMails } from "@/features/mail-choices/components/stop-mails";
import { copy } from "@/features/mail-choices/messages";
import { ApiProvider } from "@/trpc/provider";

export const metadata: Metadata = { title: copy.stopTitle, robots: { index: false } };

export default function UnsubscribePage() {
  return (
    <ApiProvider>
      <StopMails />
    </ApiProvider>
  );
}
