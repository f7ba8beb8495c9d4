import type { Metadata } from "next";
import { institute } from "@/content/institute";
import { ForgotForm } from "@/features/auth/components/forgot-form";
import { linkCopy } from "@/features/auth/messages";
import { ApiProvider } from "@/trpc/provider";

export const metadata: Metadata = { title: linkCopy.forgotTitle, robots: { index: false } };

export default function ForgotPasswordPage() {
  return (
    <ApiProvider>
      <ForgotForm office={institute.email} />
    </ApiProvider>
  );
}
