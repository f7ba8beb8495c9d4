"use client";

import { useEffect, useRef, useState } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { takeLostFocus } from "@/components/ui/take-focus";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { ownScreens as copy, joinScreens } from "../messages-screens";
import { descriptionOf } from "../rules";
import type { CodeOwnerView } from "../schema";
import { LinkChild } from "./link-child";

/** Adds a child to the current login, with a code from the child or the office. */
export function ChildCode() {
  const refresh = usePageRefresh();
  const { guardians } = api.useUtils();
  /** Null after the visitor chose to enter another code. */
  const [found, setFound] = useState<{ code: string; owner: CodeOwnerView } | null>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The pressed button has disappeared with its form.
    if (found !== undefined) takeLostFocus(box.current);
  }, [found]);
  const look = api.codes.look.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: ["code"],
    send: async ({ code }) => ({ code, owner: await look.mutateAsync({ code }) }),
    onDone: setFound,
  });
  if (found) {
    const { code, owner } = found;
    const again = () => setFound(null);
    return (
      <div ref={box} tabIndex={-1} className="grid gap-4">
        <p className="rounded-md bg-accent-soft px-4 py-3">
          <span className="wrap-anywhere block font-semibold">{owner.firstName}</span>
          <span className="wrap-anywhere text-ink-soft text-sm">{descriptionOf(owner)}</span>
        </p>
        {owner.purpose === "link" ? (
          <LinkChild
            code={code}
            owner={owner}
            label={copy.add(owner.firstName)}
            onDone={(child) => {
              again();
              toast.success(copy.added(child));
              void guardians.invalidate();
              refresh();
            }}
          />
        ) : (
          <Alert tone="info" action={<ButtonLink href="/join">{copy.useIt}</ButtonLink>}>
            {copy.opensLogin}
          </Alert>
        )}
        <Button variant="quiet" onClick={again}>
          {copy.another}
        </Button>
      </div>
    );
  }
  return (
    <div ref={box} tabIndex={-1}>
      <form {...form} noValidate className="grid gap-4">
        <Field label={copy.code} hint={copy.codeHint} error={faults.code}>
          {(control) => (
            <Input {...control} name="code" autoComplete="off" autoCapitalize="characters" spellCheck={false} />
          )}
        </Field>
        {failure && <Alert tone="error">{messageOf(failure, joinScreens.failed)}</Alert>}
        <div>
          <Button type="submit" variant="secondary" busy={busy} busyText={copy.looking}>
            {copy.look}
          </Button>
        </div>
      </form>
    </div>
  );
}
