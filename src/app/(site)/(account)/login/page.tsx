import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { NeedsScript } from "@/components/ui/needs-script";
import { AccountPage } from "@/features/auth/components/account-page";
import { LoginForm } from "@/features/auth/components/login-form";
import { currentPrincipal } from "@/http/page-session";

export const metadata: Metadata = { title: "Sign in", description: "Sign in to see your results and materials." };

export default async function LoginPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  if (await currentPrincipal()) redirect("/dashboard");
  const { next } = await searchParams;
  return (
    <AccountPage title="Welcome back" lead="Sign in to see your results and study materials.">
      <NeedsScript />
      <LoginForm next={typeof next === "string" ? next : null} />
    </AccountPage>
  );
}
