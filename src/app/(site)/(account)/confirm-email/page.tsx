import type { Metadata } from "next";
import { ConfirmEmail } from "@/features/auth/components/confirm-email";
import { linkCopy } from "@/features/auth/messages";
import { ApiProvider } from "@/trpc/provider";

export const metadata: Metadata = { title: linkCopy.confirmTitle, robots: { index: false } };

export default function ConfirmEmailPage() {
  return (
    <ApiProvider>
      <ConfirmEmail />
    </ApiProvider>
  );
}
