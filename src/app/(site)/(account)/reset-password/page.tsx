import type { Metadata } from "next";
import { ResetForm } from "@/features/auth/components/reset-form";
import { linkCopy } from "@/features/auth/messages";
import { ApiProvider } from "@/trpc/provider";

export const metadata: Metadata = { title: linkCopy.resetTitle, robots: { index: false } };

export default function ResetPasswordPage() {
  return (
    <ApiProvider>
      <ResetForm />
    </ApiProvider>
  );
}
