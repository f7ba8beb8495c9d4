import type { Metadata } from "next";
import { NeedsScript } from "@/components/ui/needs-script";
import { AccountPage } from "@/features/auth/components/account-page";
import { SignupForm } from "@/features/auth/components/signup-form";
import { ApiProvider } from "@/trpc/provider";

export const metadata: Metadata = { title: "Create an account", description: "Create a student's account." };

export default function SignupPage() {
  return (
    <AccountPage title="Create your account" lead="It shows you your exam results as soon as they are published.">
      <NeedsScript />
      <ApiProvider>
        <SignupForm />
      </ApiProvider>
    </AccountPage>
  );
}
