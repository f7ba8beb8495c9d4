"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { rememberAccount } from "@/lib/account";
import { type Faults, textsOf, useFirstFault } from "@/lib/faults";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { api } from "@/trpc/client";
import { faultsOf, messageOf } from "@/trpc/failure";
import { accountCopy as copy } from "../copy";
import type { OwnAccountView } from "../schema";
import { accountOf } from "./account-of";
import { Setting } from "./setting";

/** The person's name, and another one. */
export function NameSetting({ account }: { account: OwnAccountView }) {
  const router = useRouter();
  const cache = api.useUtils();
  const [faults, setFaults] = useState<Faults>({});
  const form = useFirstFault(faults);
  const saving = useOneAtATime();
  const change = api.auth.changeName.useMutation({
    networkMode: "always",
    onSettled: saving.end,
    onSuccess(changed) {
      cache.auth.account.setData(undefined, { ...account, ...changed });
      rememberAccount(accountOf(changed));
      toast.success(copy.nameSaved);
      // Other pages of the area greet by name.
      router.refresh();
    },
    onError(error) {
      console.error(error);
      setFaults(faultsOf(error));
    },
  });

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setFaults({});
    const { name = "" } = textsOf(event.currentTarget);
    if (saving.begin()) change.mutate({ name });
  }

  const failed = change.isError && Object.keys(faults).length === 0;

  return (
    <Setting title={copy.name} hint={copy.nameHint}>
      <form ref={form} method="post" onSubmit={submit} className="grid justify-items-start gap-5">
        <div className="w-full">
          <Field label={copy.fullName} error={faults.name}>
            {(control) => (
              <Input {...control} name="name" autoComplete="name" maxLength={100} defaultValue={account.name} />
            )}
          </Field>
        </div>
        {failed && <Alert tone="error">{messageOf(change.error, copy.failed)}</Alert>}
        <Button type="submit" variant="secondary" busy={change.isPending} busyText={copy.saving}>
          {copy.saveName}
        </Button>
      </form>
    </Setting>
  );
}
