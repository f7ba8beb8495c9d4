import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { AccountSettings } from "@/features/account/components/account-settings";
import { Setting } from "@/features/account/components/setting";
import { copy } from "@/features/account/messages";
import type { OwnAccountView } from "@/features/account/schema";
import { ChildCode } from "@/features/codes/components/child-code";
import { OwnCodes } from "@/features/codes/components/own-codes";
import { ownScreens } from "@/features/codes/messages-screens";
import { OwnChildren } from "@/features/guardians/components/own-children";
import { familyLinks } from "@/features/guardians/messages-links";
import { MailChoice } from "@/features/mail-choices/components/mail-choice";
import { copy as mails } from "@/features/mail-choices/messages";
import { requireRole } from "@/http/page-session";
import { sendsMail } from "@/http/site";
import type { Role } from "@/lib/principal";

export async function AccountPage({ of: role }: { of: Role }) {
  const principal = await requireRole(role, `/${role}/account`);
  const account = await createCaller({ principal }).account.get();
  return (
    <div className="page">
      <PageHeader title={copy.title} lead={copy.lead} />
      <AccountSettings
        account={account}
        family={role === "user" && familyOf(account)}
        mails={<OwnMails mailed={account.mailed} />}
      />
    </div>
  );
}

function OwnMails({ mailed }: Pick<OwnAccountView, "mailed">) {
  if (!mailed) {
    return (
      <Setting title={mails.title} hint={mails.unmailedHint} kind="value">
        <p className="text-ink-soft">{mails.unmailed}</p>
      </Setting>
    );
  }
  return (
    <Setting title={mails.title} hint={mails.hint} kind="form">
      <MailChoice />
    </Setting>
  );
}

function familyOf({ onRoster, isGuardian }: Pick<OwnAccountView, "onRoster" | "isGuardian">) {
  if (onRoster) {
    return (
      <Setting title={ownScreens.title} hint={sendsMail() ? ownScreens.hint : ownScreens.hintKept}>
        <OwnCodes />
      </Setting>
    );
  }
  return (
    <>
      {isGuardian && (
        <Setting title={familyLinks.children} hint={familyLinks.childrenHint} kind="form">
          <OwnChildren />
        </Setting>
      )}
      <Setting title={ownScreens.childTitle} hint={ownScreens.childHint} kind="form">
        <ChildCode />
      </Setting>
    </>
  );
}
