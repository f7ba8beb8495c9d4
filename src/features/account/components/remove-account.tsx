"use client";

import { useRouter } from "next/navigation";
import { PasswordDialog } from "@/components/form/password-dialog";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { forgetSession } from "./forget-session";

type Props = { onRoster: boolean; hint: string; onClose: () => void };

/** Asks for the password again, then deletes the account or closes the login. */
export function RemoveAccount({ onRoster, hint, onClose }: Props) {
  const router = useRouter();
  const remove = api.account.remove.useMutation();

  async function removeAccount(password: string) {
    const { erased } = await remove.mutateAsync({ password });
    await forgetSession();
    toast.success(erased ? copy.removed : copy.closed);
    router.push("/");
    router.refresh();
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
