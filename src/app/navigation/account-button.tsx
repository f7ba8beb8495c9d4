import { NavLink } from "@/components/site/nav-link";
import { ButtonLink } from "@/components/ui/button-link";
import { AccountSwitch } from "./account-switch";

/** Log in and Register for visitors; for logged-in people, the button that opens the side panel (spec §2). */
export function AccountButton() {
  return (
    <AccountSwitch
      visitor={
        <div className="flex items-center gap-3">
          {/* On a phone it is in the menu; between a phone and a desktop, Register leads there, too. */}
          <NavLink
            href="/login"
            className="flex min-h-11 items-center px-3 font-semibold text-sm hover:text-accent aria-[current=page]:text-accent max-lg:hidden"
          >
            Log in
          </NavLink>
          <ButtonLink href="/login">Register</ButtonLink>
        </div>
      }
      loading={<ButtonLink href="/dashboard">Dashboard</ButtonLink>}
    />
  );
}
