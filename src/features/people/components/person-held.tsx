"use client";

import { Download, Trash2 } from "lucide-react";
import { useState } from "react";
import { PasswordDialog } from "@/components/form/password-dialog";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { toast } from "@/components/ui/toast";
import { institute } from "@/content/institute";
import { dateIn, shownDate } from "@/lib/dates";
import { saveFile } from "@/lib/save-file";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import type { HeldView } from "../schema";

/** What is kept about one person, to be handed out or erased on that person's or a guardian's request. */
export function PersonHeld({ held, onErased }: { held: HeldView; onErased: () => void }) {
  const [asks, setAsks] = useState<"export" | "erase">();
  const exporting = api.people.export.useMutation();
  const erasing = api.people.erase.useMutation();
  const { email, account } = held;

  async function exportPerson(password: string) {
    const data = await exporting.mutateAsync({ email, password });
    saveFile("lyceum-data-of-a-person.json", "application/json", `${JSON.stringify(data, null, 2)}\n`);
    toast.success(copy.exported);
  }

  async function erasePerson(password: string) {
    await erasing.mutateAsync({ email, password });
    toast.success(copy.erased);
    onErased();
  }

  const facts = [
    [
      copy.account,
      account
        ? copy.accountSince(account.name, shownDate(dateIn(institute.timeZone, account.createdAt)))
        : copy.noAccount,
    ],
    ...held.counts.map(({ label, count }): [string, number] => [label, count]),
  ] satisfies [string, string | number][];

  return (
    <Card as="section" aria-labelledby="held" className="grid max-w-form grid-cols-1 gap-5">
      <div className="grid gap-1">
        <h2 id="held" className="text-lg">
          {copy.held}
        </h2>
        <p className="wrap-anywhere font-semibold">{email}</p>
        {account && (
          <p className="text-ink-soft text-sm">{account.emailConfirmed ? copy.confirmed : copy.notConfirmed}</p>
        )}
      </div>
      <dl className="grid grid-cols-1 divide-y divide-line border-line border-y text-sm">
        {facts.map(([name, value]) => (
          <div key={name} className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-2.5">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="figures wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="secondary" onClick={() => setAsks("export")}>
          <Download aria-hidden className="size-5" />
          {copy.export}
        </Button>
        <Button variant="danger" onClick={() => setAsks("erase")}>
          <Trash2 aria-hidden className="size-5" />
          {copy.erase}
        </Button>
      </div>
      <PasswordDialog
        open={asks === "export"}
        onClose={() => setAsks(undefined)}
        title={copy.exportQuestion}
        hint={copy.exportHint(email)}
        confirmLabel={copy.export}
        busyText={copy.working}
        variant="primary"
        call={exportPerson}
      />
      <PasswordDialog
        open={asks === "erase"}
        onClose={() => setAsks(undefined)}
        title={copy.eraseQuestion}
        hint={copy.eraseHint(email)}
        confirmLabel={copy.erase}
        busyText={copy.working}
        variant="danger"
        address={{ is: email, label: copy.typeAddress, differs: copy.addressDiffers }}
        call={erasePerson}
      />
    </Card>
  );
}
