"use client";

import type { FormEvent } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/clock";
import type { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import { type Answers, answered } from "../rules";
import type { ImportView } from "../schema";

type ImportAccountsProps = {
  view: ImportView;
  answers: Answers;
  onAnswer: (answers: Answers) => void;
  check: ReturnType<typeof api.imports.check.useMutation>;
};

/** Self-registered accounts with an address from the file: only attached if the office confirms it. */
export function ImportAccounts({ view, answers, onAnswer, check }: ImportAccountsProps) {
  const { accounts } = view;
  const { attach } = answered(accounts, answers);
  const send = useSingleFlight(check);

  /** Sends all answers together, because each check of a long file takes a while. */
  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const { _id: id, columns, dayOrder, year, fromDay } = view;
    send({ id, columns, dayOrder, attach, ...(year && { year }), ...(fromDay && { fromDay }) });
  }

  return (
    <form method="post" onSubmit={onSubmit} className="rounded-md border border-line bg-surface">
      <div className="border-line border-b px-3.25 py-2">
        <h2 className="text-sm">{copy.accounts(accounts.length)}</h2>
        <p className="text-ink-soft text-xs">{copy.accountsHint}</p>
      </div>
      {check.error && <Alert tone="error">{messageOf(check.error, copy.failedSave)}</Alert>}
      <ul className="max-h-80 divide-y divide-line overflow-y-auto">
        {accounts.map(({ key, no, of, name, email, signedUpAt }) => (
          <li key={key} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-3.25 py-1.5 text-sm">
            <span className="grid min-w-0">
              <span className="wrap-anywhere font-semibold">{copy.rowOf(no, of)}</span>
              <span className="wrap-anywhere text-ink-soft text-xs">
                {copy.account(name, email)}, {copy.signedUp} <Moment at={signedUpAt} />
              </span>
            </span>
            <fieldset className="flex gap-4">
              <legend className="sr-only">{copy.whoIs(name)}</legend>
              {(["attach", "notThis"] as const).map((value) => (
                <label key={value} className="flex min-h-9 items-center gap-1.5 text-sm">
                  <input
                    type="radio"
                    name={key}
                    value={value}
                    checked={attach.includes(key) === (value === "attach")}
                    onChange={() => onAnswer(new Map(answers).set(key, value === "attach"))}
                    className="size-4 accent-accent"
                  />
                  {copy[value]}
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
      <div className="border-line border-t px-3.25 py-2">
        <Button type="submit" variant="secondary" busy={check.isPending} busyText={copy.checking}>
          {copy.checkAnswers}
        </Button>
      </div>
    </form>
  );
}
