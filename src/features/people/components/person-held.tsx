"use client";

import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { PasswordDialog } from "@/components/form/password-dialog";
import { useLead } from "@/components/form/use-lead";
import { Tick } from "@/components/table/tick";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { toast } from "@/components/ui/toast";
import { shownDateHere } from "@/content/institute";
import { saveFile } from "@/lib/save-file";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { tickedAtFirst } from "../rules";
import type { HeldView } from "../schema";
import { HeldFacts } from "./held-facts";
import { OtherPeople } from "./other-people";

type PersonHeldProps = {
  held: HeldView;
  /** Called after an erasure; without it, the page of all requests follows. */
  onErased?: () => void;
};

/** The data under one address, to export or to erase row by row, on request of that person or a guardian. */
export function PersonHeld({ held, onErased }: PersonHeldProps) {
  const refresh = usePageRefresh();
  const lead = useLead();
  const [asks, setAsks] = useState<"export" | "erase">();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(tickedAtFirst(held)));
  const exporting = api.people.export.useMutation();
  const erasing = api.people.erase.useMutation();
  const cache = api.useUtils();
  const { email, account } = held;
  const rows = [...(account ? [{ ...account, label: copy.account, about: undefined }] : []), ...held.rows].map(
    ({ _id, label, name, about, createdAt }) => ({ _id, words: copy.row(label, name, about), createdAt }),
  );

  const chosen = rows
    .filter(({ _id }) => ticked.has(_id))
    .map(({ words }) => words)
    .join("; ");

  async function exportPerson(password: string) {
    const data = await exporting.mutateAsync({ email, password, rows: [...ticked] });
    saveFile("lyceum-data-of-a-person.json", "application/json", `${JSON.stringify(data, null, 2)}\n`);
    toast.success(copy.exported);
    // Reloads the list of exports and erasures.
    refresh();
  }

  async function erasePerson(password: string) {
    await erasing.mutateAsync({ email, password, rows: [...ticked] });
    toast.success(ticked.size === rows.length ? copy.erased : copy.erasedRows);
    void cache.invalidate();
    if (!onErased) return lead("/admin/privacy-requests");
    onErased();
    refresh();
  }

  function tick(id: string, isTicked: boolean) {
    const next = new Set(ticked);
    if (isTicked) next.add(id);
    else next.delete(id);
    setTicked(next);
  }

  return (
    <Card as="section" padding="none" aria-labelledby="held" className="grid grid-cols-1 gap-5 p-4">
      <div className="grid gap-1">
        <h2 id="held" className="text-lg">
          {copy.held}
        </h2>
        <p className="wrap-anywhere font-semibold">{email}</p>
        {account && (
          <p className="text-ink-soft text-sm">{account.emailConfirmed ? copy.confirmed : copy.notConfirmed}</p>
        )}
      </div>
      <fieldset className="grid grid-cols-1 gap-1 text-sm">
        <legend className="mb-1 font-semibold">{copy.rows}</legend>
        {rows.map(({ _id, words, createdAt }) => (
          // biome-ignore lint/a11y/noLabelWithoutControl: the tick is a control.
          <label key={_id} className="flex items-start gap-3 py-1">
            <span className="pt-0.5">
              <Tick
                label={copy.rowOf(words, shownDateHere(createdAt))}
                checked={ticked.has(_id)}
                onChange={(is) => tick(_id, is)}
              />
            </span>
            <span className="wrap-anywhere">{copy.rowOf(words, shownDateHere(createdAt))}</span>
          </label>
        ))}
        <p className="text-ink-soft text-xs">{copy.othersKept}</p>
      </fieldset>
      {account && account.wards.length > 0 && <OtherPeople people={account.wards}>{copy.wards}</OtherPeople>}
      <HeldFacts facts={held.counts.flatMap(({ label, count }) => (count > 0 ? [[label, count] as const] : []))} />
      <div className="flex flex-wrap gap-2.5">
        <Button variant="secondary" disabled={ticked.size === 0} onClick={() => setAsks("export")}>
          <Download aria-hidden className="size-5" />
          {copy.export}
        </Button>
        <Button variant="danger" disabled={ticked.size === 0} onClick={() => setAsks("erase")}>
          <Trash2 aria-hidden className="size-5" />
          {copy.eraseRows(ticked.size)}
        </Button>
      </div>
      <PasswordDialog
        open={asks === "export"}
        onClose={() => setAsks(undefined)}
        title={copy.exportQuestion}
        hint={copy.exportHint(chosen)}
        confirmLabel={copy.export}
        busyText={copy.working}
        variant="primary"
        call={exportPerson}
      />
      <PasswordDialog
        open={asks === "erase"}
        onClose={() => setAsks(undefined)}
        title={copy.eraseQuestion}
        hint={copy.eraseHint(chosen)}
        confirmLabel={copy.erase}
        busyText={copy.working}
        variant="danger"
        address={{ is: email, label: copy.typeAddress, differs: copy.addressDiffers }}
        call={erasePerson}
      />
    </Card>
  );
}
