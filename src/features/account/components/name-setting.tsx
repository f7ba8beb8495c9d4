"use client";

import { ChangeForm } from "@/components/form/change-form";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { toast } from "@/components/ui/toast";
import { rememberAccount } from "@/lib/account";
import { accountOf } from "@/lib/account-of";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { OwnAccountView } from "../schema";
import { Setting } from "./setting";

export function NameSetting({ account }: { account: OwnAccountView }) {
  const refresh = usePageRefresh();
  const cache = api.useUtils();
  const change = api.account.changeName.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: ["name"],
    send: change.mutateAsync,
    onDone(changed) {
      cache.account.get.setData(undefined, { ...account, ...changed });
      rememberAccount(accountOf(changed));
      toast.success(copy.nameSaved);
      // Other pages show the name.
      refresh();
    },
  });

  const ofFamily = account.isGuardian ? copy.nameHintOfGuardian : copy.nameHint;
  return (
    <Setting title={copy.name} hint={account.role === "user" ? ofFamily : copy.nameHintOfStaff} kind="form">
      <ChangeForm
        {...{ form, busy }}
        isSaved={change.isSuccess}
        save={copy.saveName}
        saving={copy.saving}
        className="grid justify-items-start gap-5"
      >
        <div className="w-full">
          <Field label={copy.fullName} error={faults.name}>
            {(control) => <Input {...control} name="name" autoComplete="name" defaultValue={account.name} />}
          </Field>
        </div>
        {failure && <Alert tone="error">{messageOf(failure, copy.failed)}</Alert>}
      </ChangeForm>
    </Setting>
  );
}
