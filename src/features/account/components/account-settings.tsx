"use client";

import { MailQuestionMark } from "lucide-react";
import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
import { Badge } from "@/components/ui/badge";
import { api } from "@/trpc/client";
import { codesCopy, copy } from "../messages";
import type { OwnAccountView } from "../schema";
import { AddressSetting } from "./address-setting";
import { CodesSetting } from "./codes-setting";
import { DataSetting } from "./data-setting";
import { NameSetting } from "./name-setting";
import { PasswordSetting } from "./password-setting";
import { RemovalSetting } from "./removal-setting";
import { SessionsSetting } from "./sessions-setting";
import { Setting } from "./setting";
import { SettingGroup } from "./setting-group";

type AccountSettingsProps = {
  /** The account data from the server's render. */
  account: OwnAccountView;
  /** Settings of other rooms. */
  family: ReactNode;
  mails: ReactNode;
};

export function AccountSettings({ account: initialData, family, mails }: AccountSettingsProps) {
  const { data: account } = api.account.get.useQuery(undefined, { initialData });
  // Stable keys, so that recovery codes stay on the screen when other settings appear.
  const isOpen = !account.lacksSecondStep;
  const isUser = account.role === "user";
  const isUnconfirmed = !isUser && account.mailed && !account.emailConfirmed;
  return (
    <>
      {!isOpen && (
        <div className="pb-8">
          <Alert tone="info" title={codesCopy.demanded}>
            {codesCopy.demandedHint}
          </Alert>
        </div>
      )}
      {(isOpen || isUser) && (
        <SettingGroup title={copy.groups.you}>
          {account.onRoster && (
            <Setting title={copy.name} hint={copy.nameHintOfStudent} kind="value">
              <p className="wrap-anywhere font-semibold">{account.name}</p>
            </Setting>
          )}
          {isOpen && !account.onRoster && <NameSetting account={account} />}
          {isUser ? (
            <AddressSetting account={account} />
          ) : (
            <Setting title={copy.duties} hint={copy.dutiesHint} kind="value">
              <ul className="grid gap-1">
                {account.duties.map((duty) => (
                  <li key={wordsOf(duty)}>{wordsOf(duty)}</li>
                ))}
              </ul>
              <p className="wrap-anywhere text-ink-soft text-sm">
                {copy.signsInWith(account.email ?? account.username ?? "")}
              </p>
            </Setting>
          )}
          {isOpen && account.email !== null && (isUnconfirmed ? <UnconfirmedSetting /> : mails)}
          {family}
        </SettingGroup>
      )}
      <SettingGroup title={copy.groups.security}>
        {isOpen && <PasswordSetting account={account} />}
        {!isUser && <CodesSetting account={account} />}
        <SessionsSetting />
      </SettingGroup>
      {(isOpen || isUser) && (
        <SettingGroup title={copy.groups.data}>
          {isOpen && <DataSetting />}
          {isUser && <RemovalSetting {...account} />}
        </SettingGroup>
      )}
    </>
  );
}

/** Staff confirm their address on the user side, like everybody else. */
function UnconfirmedSetting() {
  return (
    <Setting title={copy.address} hint={copy.confirmHintOfStaff} kind="value">
      <Badge tone="neutral">
        <MailQuestionMark aria-hidden />
        {copy.notConfirmed}
      </Badge>
    </Setting>
  );
}

function wordsOf({ role, className, section }: OwnAccountView["duties"][number]): string {
  const duty = copy.duty[role];
  return className === null ? duty : copy.dutyOfClass(duty, className, section);
}
