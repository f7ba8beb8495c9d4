"use client";

import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { PersonHeld } from "./person-held";

/** Finds the data about a person by address. Needs an ApiProvider as an ancestor. */
export function PersonSearch() {
  const find = api.people.find.useMutation({ meta: { expected: ["NOT_FOUND"] } });
  const { form, faults, failure, busy, answer, forget } = useServerForm({ fields: ["email"], send: find.mutateAsync });

  return (
    <div className="grid grid-cols-1 gap-8">
      <form {...form} className="grid max-w-form justify-items-start gap-5">
        <div className="w-full">
          <Field label={copy.address} hint={copy.addressHint} error={faults.email}>
            {(control) => <Input {...control} name="email" type="email" autoComplete="off" />}
          </Field>
        </div>
        <Button type="submit" busy={busy} busyText={copy.finding}>
          {copy.find}
        </Button>
      </form>
      {failure && (
        <div className="max-w-form">
          <Alert tone={codeOf(failure) === "NOT_FOUND" ? "info" : "error"}>{messageOf(failure, copy.failed)}</Alert>
        </div>
      )}
      {answer && <PersonHeld key={answer.email} held={answer} onErased={forget} />}
    </div>
  );
}
