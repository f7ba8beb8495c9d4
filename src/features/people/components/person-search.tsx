"use client";

import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { EmailText } from "@/components/ui/email-text";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Link } from "@/components/ui/link";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { PersonHeld } from "./person-held";

/** Finds a person by name or number, or the data under an address. Needs an ApiProvider as an ancestor. */
export function PersonSearch() {
  const find = api.people.find.useMutation({ meta: { expected: ["NOT_FOUND"] } });
  const search = api.people.search.useMutation();
  const { form, faults, failure, busy, answer, forget } = useServerForm({
    fields: ["text"],
    send: async ({ text }) =>
      text.includes("@")
        ? { held: await find.mutateAsync({ email: text }) }
        : { people: await search.mutateAsync({ text }) },
  });

  return (
    <div className="grid grid-cols-1 gap-8">
      <form {...form} className="grid max-w-form justify-items-start gap-5">
        <div className="w-full">
          <Field label={copy.address} hint={copy.addressHint} error={faults.text ?? faults.email}>
            {(control) => <Input {...control} name="text" autoComplete="off" spellCheck={false} />}
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
      {answer?.held && <PersonHeld key={answer.held.email} held={answer.held} onErased={forget} />}
      {answer?.people && <Found people={answer.people} />}
    </div>
  );
}

type Found = readonly { _id: string; name: string; login: string | null }[];

function Found({ people }: { people: Found }) {
  if (people.length === 0) {
    return (
      <div className="max-w-form">
        <Alert tone="info">{copy.foundNobody}</Alert>
      </div>
    );
  }
  return (
    <section aria-labelledby="found" className="grid max-w-form grid-cols-1 gap-2">
      <h3 id="found" className="text-base">
        {copy.found}
      </h3>
      <ul className="grid grid-cols-1 divide-y divide-line rounded-md border border-line bg-surface text-sm">
        {people.map(({ _id, name, login }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-3.25 py-2">
            <Link href={`/admin/privacy-requests?person=${_id}`} className="link wrap-anywhere font-semibold">
              {name}
            </Link>
            {login !== null && (
              <span className="text-ink-soft text-xs">
                <EmailText>{login}</EmailText>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
