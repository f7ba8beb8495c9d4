"use client";

import { useRef } from "react";
import { Alert } from "@/components/ui/alert";
import { Moment } from "@/components/ui/clock";
import type { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { ImportView } from "../schema";

type ImportAccountsProps = { view: ImportView; check: ReturnType<typeof api.imports.check.useMutation> };

/** Self-registered accounts with an address from the file: only attached if the office confirms it. */
export function ImportAccounts({ view, check }: ImportAccountsProps) {
  const form = useRef<HTMLFormElement>(null);
  const isUnderWay = useRef(false);
  const isLate = useRef(false);

  /** Sends all answers. Those given while the rows are being checked are sent after it. */
  async function answer() {
    isLate.current = isUnderWay.current;
    if (isUnderWay.current || !form.current) return;
    isUnderWay.current = true;
    const data = new FormData(form.current);
    const { _id: id, columns, dayOrder, year } = view;
    const attach = view.accounts.flatMap(({ key }) => (data.get(key) === "attach" ? [key] : []));
    // The error is shown above the list.
    await check.mutateAsync({ id, columns, dayOrder, attach, ...(year && { year }) }).catch(() => undefined);
    isUnderWay.current = false;
    if (isLate.current) await answer();
  }

  return (
    <form ref={form} className="rounded-md border border-line bg-surface" aria-busy={check.isPending || undefined}>
      <div className="border-line border-b px-3.25 py-2">
        <h2 className="text-sm">{copy.accounts(view.accounts.length)}</h2>
        <p className="text-ink-soft text-xs">{copy.accountsHint}</p>
      </div>
      {check.error && <Alert tone="error">{messageOf(check.error, copy.failedSave)}</Alert>}
      <ul className="max-h-80 divide-y divide-line overflow-y-auto">
        {view.accounts.map(({ key, no, of, name, email, signedUpAt, attached }) => (
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
                    defaultChecked={attached === (value === "attach")}
                    onChange={() => void answer()}
                    className="size-4 accent-accent"
                  />
                  {copy[value]}
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
    </form>
  );
}
