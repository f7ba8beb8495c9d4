import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { AccountSettings } from "@/features/account/components/account-settings";
import { copy } from "@/features/account/messages";
import { requireRole } from "@/http/page-session";
import type { Role } from "@/lib/principal";

/** The account of the person, in the area of their role. */
export async function AccountPage({ of: role }: { of: Role }) {
  const principal = await requireRole(role, `/${role}/account`);
  const account = await createCaller({ principal }).account.get();
  return (
    <div className="page">
      <PageHeader title={copy.title} lead={copy.lead} />
      <AccountSettings account={account} />
    </div>
  );
}
