import type { Metadata } from "next";
import { Alert } from "@/components/ui/alert";
import { NeedsScript } from "@/components/ui/needs-script";
import { AccountPage } from "@/features/auth/components/account-page";
import { SignupForm } from "@/features/auth/components/signup-form";
import { linkCopy } from "@/features/auth/messages";
import { currentPrincipal } from "@/http/page-session";
import { ApiProvider } from "@/trpc/provider";

export const metadata: Metadata = { title: "Create an account", description: "Create a student's account." };

export default async function SignupPage() {
  const principal = await currentPrincipal();
  return (
    <AccountPage title="Create your account" lead="It shows you your exam results as soon as they are published.">
      {principal && <Alert tone="info">{linkCopy.otherSignedIn(principal.name)}</Alert>}
      <NeedsScript />
      <ApiProvider>
        <SignupForm />
      </ApiProvider>
    </AccountPage>
  );
}
