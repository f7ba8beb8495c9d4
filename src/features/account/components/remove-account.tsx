"use client";

import { PasswordDialog } from "@/components/form/password-dialog";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { useLastAct } from "./use-last-act";

type Props = { onRoster: boolean; hint: string; onClose: () => void };

/** Asks for the password again, then deletes the account or closes the login. */
export function RemoveAccount({ onRoster, hint, onClose }: Props) {
  const { leave, leftAfter } = useLastAct("/");
  const remove = api.account.remove.useMutation({ meta: { handlesSessionEnd: true } });

  async function removeAccount(password: string) {
    try {
      const { erased } = await remove.mutateAsync({ password });
      await leave(erased ? copy.removed : copy.closed);
    } catch (error) {
      if (!(await leftAfter(error, onRoster ? copy.closed : copy.removed))) throw error;
    }
  }

  return (
    <PasswordDialog
      open
      onClose={onClose}
      title={onRoster ? copy.closeQuestion : copy.removeQuestion}
      hint={hint}
      confirmLabel={onRoster ? copy.close : copy.remove}
      busyText={onRoster ? copy.closing : copy.removing}
      variant="danger"
      call={removeAccount}
      leads
    />
  );
}
