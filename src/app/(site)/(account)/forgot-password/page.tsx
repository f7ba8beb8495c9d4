import type { Metadata } from "next";
import { ForgotForm } from "@/features/auth/components/forgot-form";
import { linkCopy } from "@/features/auth/messages";
import { sendsMail, shownSite } from "@/http/site";
import { ApiProvider } from "@/trpc/provider";

export const metadata: Metadata = { title: linkCopy.forgotTitle, robots: { index: false } };

export default async function ForgotPasswordPage() {
  const { email } = (await shownSite()).facts;
  return (
    <ApiProvider>
      <ForgotForm office={email} mailed={sendsMail()} />
    </ApiProvider>
  );
}
