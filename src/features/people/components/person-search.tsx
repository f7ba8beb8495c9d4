"use client";

import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { EmailText } from "@/components/ui/email-text";
import { Field } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { SearchInput } from "@/components/ui/search-input";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { mostFound, wordsOfFacts } from "../rules";
import type { FoundPersonView } from "../schema";
import { PersonHeld } from "./person-held";

/** Finds a person by name or number, or the data under an address. Needs an ApiProvider as an ancestor. */
export function PersonSearch() {
  const find = api.people.find.useMutation();
  const search = api.people.search.useMutation();
  const { form, faults, failure, busy, answer, forget } = useServerForm({
    fields: ["text"],
    send: async ({ text }) =>
      text.includes("@")
        ? { held: await find.mutateAsync({ email: text }) }
        : { people: await search.mutateAsync({ text }) },
  });

  return (
    <section aria-labelledby="by-address" className="grid grid-cols-1 gap-4">
      <Card padding="none" className="p-4">
        <form {...form} className="grid grid-cols-1 gap-3">
          <h2 id="by-address" className="text-base">
            {copy.search}
          </h2>
          <Field label={copy.address} hint={copy.addressHint} error={faults.text ?? faults.email}>
            {(control) => (
              <div className="flex gap-2">
                <div className="min-w-0 grow">
                  <SearchInput {...control} name="text" autoComplete="off" spellCheck={false} />
                </div>
                <Button type="submit" busy={busy} busyText={copy.finding}>
                  {copy.find}
                </Button>
              </div>
            )}
          </Field>
        </form>
      </Card>
      {failure && (
        <Alert tone={codeOf(failure) === "NOT_FOUND" ? "info" : "error"}>{messageOf(failure, copy.failed)}</Alert>
      )}
      {answer?.held && <PersonHeld key={answer.held.email} held={answer.held} onErased={forget} />}
      {answer?.people && <Found people={answer.people} />}
    </section>
  );
}

/** The people with a name or number, with facts that tell them apart. */
export function Found({ people }: { people: readonly FoundPersonView[] }) {
  if (people.length === 0) return <Alert tone="info">{copy.foundNobody}</Alert>;
  return (
    <Card as="section" padding="none" aria-labelledby="found">
      <h3 id="found" className="border-line border-b px-4 py-3 text-base">
        {copy.found}
      </h3>
      <ul className="grid grid-cols-1 divide-y divide-line text-sm">
        {people.map(({ _id, name, login, ...facts }) => (
          <li key={_id} className="flex flex-wrap items-baseline justify-between gap-x-4 px-4 py-2">
            <span className="grid min-w-0">
              <Link href={`/admin/privacy-requests?person=${_id}`} className="link wrap-anywhere font-semibold">
                {name}
              </Link>
              <span className="wrap-anywhere text-xs empty:hidden">{wordsOfFacts(facts).join(" · ")}</span>
            </span>
            {login !== null && (
              <span className="text-ink-soft text-xs">
                <EmailText>{login}</EmailText>
              </span>
            )}
          </li>
        ))}
      </ul>
      {people.length >= mostFound && (
        <p className="border-line border-t px-4 py-2 text-ink-soft text-xs">{copy.firstOnes(mostFound)}</p>
      )}
    </Card>
  );
}
