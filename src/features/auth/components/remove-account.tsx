"use client";

import { useRouter } from "next/navigation";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { accountCopy as copy } from "../copy";
import { PasswordDialog } from "./password-dialog";
import { forgetSession } from "./session-calls";

/** Asks for the password once more, and then deletes the account. */
export function RemoveAccount({ open, onClose }: { open: boolean; onClose: () => void }) {
  const router = useRouter();
  const remove = api.auth.removeAccount.useMutation({ networkMode: "always" });

  async function removeAccount(password: string) {
    await remove.mutateAsync({ password });
    await forgetSession();
    toast.success(copy.removed);
    router.push("/");
    router.refresh();
  }

  return (
    <PasswordDialog
      open={open}
      onClose={onClose}
      title={copy.removeQuestion}
      hint={copy.removeHint}
      confirmLabel={copy.remove}
      busyText={copy.removing}
      variant="danger"
      call={removeAccount}
      leads
    />
  );
}
