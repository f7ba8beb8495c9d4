import { ButtonLink } from "@/components/ui/button-link";
import { AccountSwitch } from "./account-switch";

/** Register for visitors; for logged-in people, the button that opens the side panel (spec §2). */
export function AccountButton() {
  return (
    <AccountSwitch
      visitor={<ButtonLink href="/login">Register</ButtonLink>}
      loading={<ButtonLink href="/dashboard">Dashboard</ButtonLink>}
    />
  );
}
