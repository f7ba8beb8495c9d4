"use client";

import { useLinkToken } from "@/components/form/use-fragment";
import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { linkCopy } from "../messages";
import { AccountPage } from "./account-page";
import { Confirmation } from "./confirmation";

/** Confirms the address of a new account by an emailed link (decision 7). */
export function ConfirmEmail() {
  const token = useLinkToken();
  if (token === null)
    return (
      <AccountPage title={linkCopy.confirmTitle}>
        <Alert tone="error" action={<ButtonLink href="/user/account">{linkCopy.toAccount}</ButtonLink>}>
          {linkCopy.linkIncomplete}
        </Alert>
      </AccountPage>
    );
  return <Confirmation key={token} token={token} />;
}
