import type { Metadata } from "next";
import { requireRole } from "@/api/pages";
import { createCaller } from "@/api/root";
import { PageHeader } from "@/components/site/page-header";
import { AccountSettings } from "@/features/auth/components/account-settings";
import { accountCopy } from "@/features/auth/copy";

export const metadata: Metadata = { title: accountCopy.title };

export default async function AccountPage() {
  const principal = await requireRole("admin", "/admin/account");
  const account = await createCaller({ principal }).auth.account();
  return (
    <div className="page">
      <PageHeader title={accountCopy.title} lead={accountCopy.lead} />
      <AccountSettings account={account} />
    </div>
  );
}
