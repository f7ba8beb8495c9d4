import { ButtonLink } from "@/components/ui/button-link";
import { AccountSwitch } from "./account-switch";

/** Log in and Register for visitors; for logged-in people, the button that opens the side panel (spec §2). */
export function AccountButton() {
  return (
    <AccountSwitch
      visitor={
        <div className="flex items-center gap-3">
          {/* On a phone it is in the menu; beside a long name, Register leads there, too. */}
          <div className="flex whitespace-nowrap max-md:hidden group-data-long/header:max-lg:hidden">
            <ButtonLink href="/login" variant="secondary">
              Log in
            </ButtonLink>
          </div>
          <ButtonLink href="/login">Register</ButtonLink>
        </div>
      }
      loading={<ButtonLink href="/dashboard">Dashboard</ButtonLink>}
    />
  );
}
