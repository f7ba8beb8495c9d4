"use client";

import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy as accountCopy, codesCopy as copy } from "../messages";
import type { CodesBegunView } from "../schema";

type FirstCodeProps = {
  begun: CodesBegunView;
  /** Called once the app has shown a valid code, with the recovery codes, which work without the app. */
  onRight: (recoveryCodes: string[]) => void;
  /** Handles the refusal, or throws it again. */
  onRefused: (error: unknown) => Promise<undefined>;
  onCancel: () => void;
};

/** Shows the secret to an authenticator app, and asks for a code to verify it. */
export function FirstCode({ begun: { secret, qr }, onRight, onRefused, onCancel }: FirstCodeProps) {
  const confirm = api.account.confirmCodes.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: ["code"],
    send: (given) => confirm.mutateAsync(given).catch(onRefused),
    onDone: (answer) => answer && onRight(answer.recoveryCodes),
  });

  return (
    <form {...form} className="grid justify-items-start gap-5">
      <div className="grid gap-2">
        <p className="font-semibold text-sm">{copy.scan}</p>
        {/* Dark on light in both colour schemes, because cameras expect that. */}
        <svg
          role="img"
          aria-label={copy.scanAlt}
          viewBox={`0 0 ${qr.size} ${qr.size}`}
          shapeRendering="crispEdges"
          className="size-52 rounded-md border border-line"
        >
          <rect width={qr.size} height={qr.size} fill="white" />
          <path d={qr.path} fill="black" />
        </svg>
      </div>
      <div className="grid min-w-0 gap-1">
        <p className="text-ink-soft text-sm">{copy.orType}</p>
        <code className="wrap-anywhere font-semibold">{secret.match(/.{1,4}/g)?.join(" ")}</code>
      </div>
      <Field label={copy.firstCode} error={faults.code}>
        {(control) => (
          <Input {...control} name="code" inputMode="numeric" autoComplete="one-time-code" maxLength={40} />
        )}
      </Field>
      {failure && <Alert tone="error">{messageOf(failure, accountCopy.failed)}</Alert>}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="secondary" busy={busy} busyText={copy.working}>
          {copy.confirm}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {copy.cancel}
        </Button>
      </div>
    </form>
  );
}
