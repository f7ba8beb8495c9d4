"use client";

import { LoaderCircle } from "lucide-react";
import { useEffect, useRef } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { NeedsScript } from "@/components/ui/needs-script";
import { telHere } from "@/components/ui/phone-text";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { joinScreens as copy } from "../messages-screens";
import type { CodeOwnerView } from "../schema";

type CodeEntryProps = {
  /** The code from the link; undefined before the URL is read. */
  linked: string | null | undefined;
  office: { email: string; phone: string };
  onFound: (code: string, owner: CodeOwnerView) => void;
};

/** Enters a code. A code from a link is checked immediately. */
export function CodeEntry({ linked, office, onFound }: CodeEntryProps) {
  const look = api.codes.look.useMutation();
  const { form, faults, failure, busy, error } = useServerForm({
    fields: ["code"],
    send: async ({ code }) => ({ code, owner: await look.mutateAsync({ code }) }),
    onDone: ({ code, owner }) => onFound(code, owner),
  });
  const isSent = useRef(false);

  useEffect(() => {
    if (!linked || isSent.current) return;
    isSent.current = true;
    form.ref.current?.requestSubmit();
  }, [linked, form.ref]);

  const isReading = linked && !error;
  return (
    <>
      {isReading && (
        <p role="status" className="flex items-center gap-3 text-ink-soft">
          <LoaderCircle aria-hidden className="size-5 animate-spin" />
          {copy.fromLink}
        </p>
      )}
      <form {...form} noValidate hidden={Boolean(isReading)} className="grid gap-5">
        <NeedsScript />
        <Field label={copy.code} hint={copy.codeHint} error={faults.code}>
          {(control) => (
            <Input
              {...control}
              name="code"
              defaultValue={linked ?? ""}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
            />
          )}
        </Field>
        {failure && <Alert tone="error">{messageOf(failure, copy.failed)}</Alert>}
        {error && (
          <p className="text-sm">
            {copy.usedAlready}{" "}
            <Link href="/login" className="link inline-block py-1.5">
              {copy.signIn}
            </Link>
          </p>
        )}
        <Button type="submit" size="large" wide busy={busy} busyText={copy.looking}>
          {copy.go}
        </Button>
      </form>
      <p className="border-line border-t pt-5 text-ink-soft text-sm">
        {copy.help}{" "}
        <a href={`mailto:${office.email}`} className="link wrap-anywhere inline-block py-1.5">
          {office.email}
        </a>
        ,{" "}
        <a href={telHere(office.phone)} className="link inline-block whitespace-nowrap py-1.5">
          {office.phone}
        </a>
      </p>
    </>
  );
}
