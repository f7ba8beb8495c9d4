"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { PasswordInput } from "@/components/ui/password-input";
import { toast } from "@/components/ui/toast";
import { type Faults, textsOf, useFirstFault } from "@/lib/faults";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { api } from "@/trpc/client";
import { faultsOf, messageOf } from "@/trpc/failure";
import { accountCopy as copy } from "../copy";
import { forgetSession } from "./session-calls";

/** Asks for the password once more, and then deletes the account. */
export function RemoveAccount({ open, onClose }: { open: boolean; onClose: () => void }) {
  const router = useRouter();
  const [faults, setFaults] = useState<Faults>({});
  const form = useFirstFault(faults);
  const removing = useOneAtATime();
  const remove = api.auth.removeAccount.useMutation({
    networkMode: "always",
    async onSuccess() {
      await forgetSession();
      toast.success(copy.removed);
      router.push("/");
      router.refresh();
    },
    onError(error) {
      console.error(error);
      setFaults(faultsOf(error));
      removing.end();
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setFaults({});
    const { password = "" } = textsOf(event.currentTarget);
    if (removing.begin()) remove.mutate({ password });
  }

  function close() {
    remove.reset();
    setFaults({});
    onClose();
  }

  const failed = remove.isError && Object.keys(faults).length === 0;

  return (
    <Dialog
      open={open}
      onOpenChange={(next) => !next && close()}
      title={copy.removeQuestion}
      description={
        <>
          <p className="mb-4">{copy.removeHint}</p>
          <form ref={form} method="post" onSubmit={submit} className="text-ink">
            <Field label={copy.yourPassword} error={faults.password}>
              {(control) => <PasswordInput {...control} name="password" autoComplete="current-password" />}
            </Field>
          </form>
        </>
      }
      confirmLabel={copy.remove}
      busy={remove.isPending || remove.isSuccess}
      busyText={copy.removing}
      error={failed ? messageOf(remove.error, copy.failed) : undefined}
      onConfirm={() => form.current?.requestSubmit()}
    />
  );
}
