import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { Alert } from "@/components/ui/alert";
import { NeedsScript } from "@/components/ui/needs-script";
import { AccountPage } from "@/features/auth/components/account-page";
import { LoginForm } from "@/features/auth/components/login-form";
import { copy } from "@/features/auth/messages";
import { throughLogin } from "@/features/auth/rules";
import { currentPrincipal } from "@/http/page-session";

export const metadata: Metadata = { title: "Sign in", description: "Sign in to see your results and materials." };

export default async function LoginPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const { next } = await searchParams;
  const wanted = typeof next === "string" ? next : null;
  const principal = await currentPrincipal();
  const path = principal && throughLogin(principal, wanted);
  if (path) redirect(path);
  return (
    <AccountPage title="Welcome back" lead="Sign in to see your results and study materials.">
      {principal && <Alert tone="info">{copy.otherSide[principal.role]}</Alert>}
      <NeedsScript />
      <LoginForm next={wanted} />
    </AccountPage>
  );
}
