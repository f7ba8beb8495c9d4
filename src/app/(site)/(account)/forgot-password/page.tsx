import type { Metadata } from "next";
import { AskOffice } from "@/features/auth/components/ask-office";
import { ForgotForm } from "@/features/auth/components/forgot-form";
import { linkCopy } from "@/features/auth/messages";
import { sendsMail, shownSite } from "@/http/site";
import { ApiProvider } from "@/trpc/provider";

export const metadata: Metadata = { title: linkCopy.forgotTitle, robots: { index: false } };

export default async function ForgotPasswordPage() {
  const { phone, email, workingDays, workingHours } = (await shownSite()).facts;
  const office = { phone, email, workingDays, workingHours };
  if (!sendsMail()) return <AskOffice office={office} />;
  return (
    <ApiProvider>
      <ForgotForm office={office} />
    </ApiProvider>
  );
}
