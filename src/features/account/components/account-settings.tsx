"use client";

import type { ReactNode } from "react";
import { Alert } from "@/components/ui/alert";
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
  return (
    <>
      {!isOpen && (
        <div className="pb-8">
          <Alert tone="info" title={codesCopy.demanded}>
            {codesCopy.demandedHint}
          </Alert>
        </div>
      )}
      {account.onRoster && (
        <Setting title={copy.name} hint={copy.nameHintOfStudent}>
          <p className="wrap-anywhere font-semibold">{account.name}</p>
        </Setting>
      )}
      {isOpen && !account.onRoster && <NameSetting account={account} />}
      {account.role === "user" && <AddressSetting account={account} />}
      {isOpen && account.email !== null && mails}
      {family}
      {isOpen && <PasswordSetting account={account} />}
      {account.role === "admin" && <CodesSetting account={account} />}
      <SessionsSetting />
      {isOpen && <DataSetting />}
      {account.role === "user" && <RemovalSetting {...account} />}
    </>
  );
}
