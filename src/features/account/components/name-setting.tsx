"use client";

import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useState } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { rememberAccount } from "@/lib/account";
import { accountOf } from "@/lib/account-of";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { OwnAccountView } from "../schema";
import { Setting } from "./setting";

export function NameSetting({ account }: { account: OwnAccountView }) {
  const router = useRouter();
  const cache = api.useUtils();
  const change = api.account.changeName.useMutation();
  const field = useRef<HTMLInputElement>(null);
  const [isChanged, setIsChanged] = useState(false);
  const compare = useCallback(() => setIsChanged(field.current?.value.trim() !== account.name), [account.name]);
  // Also for what was typed before the page listened.
  useEffect(compare, [compare]);
  const { form, faults, failure, busy } = useServerForm({
    fields: ["name"],
    send: change.mutateAsync,
    onDone(changed) {
      cache.account.get.setData(undefined, { ...account, ...changed });
      rememberAccount(accountOf(changed));
      toast.success(copy.nameSaved);
      // Other pages show the name.
      router.refresh();
    },
  });

  return (
    <Setting title={copy.name} hint={account.isGuardian ? copy.nameHintOfGuardian : copy.nameHint}>
      <form {...form} className="grid justify-items-start gap-5">
        <div className="w-full">
          <Field label={copy.fullName} error={faults.name}>
            {(control) => (
              <Input
                {...control}
                ref={field}
                name="name"
                autoComplete="name"
                defaultValue={account.name}
                onChange={compare}
              />
            )}
          </Field>
        </div>
        {failure && <Alert tone="error">{messageOf(failure, copy.failed)}</Alert>}
        <Button
          type="submit"
          variant={isChanged ? "primary" : "secondary"}
          disabled={!isChanged}
          busy={busy}
          busyText={copy.saving}
        >
          {copy.saveName}
        </Button>
      </form>
    </Setting>
  );
}
