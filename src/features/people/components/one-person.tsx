"use client";

import { Download, KeyRound, Trash2 } from "lucide-react";
import { useState } from "react";
import { PasswordDialog } from "@/components/form/password-dialog";
import { useLead } from "@/components/form/use-lead";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { toast } from "@/components/ui/toast";
import { shownDateHere } from "@/content/institute";
import { saveFile } from "@/lib/save-file";
import { api } from "@/trpc/client";
import { codeOf } from "@/trpc/failure";
import { copy } from "../messages";
import { wordsOfFacts } from "../rules";
import type { PersonHeldView } from "../schema";
import { HeldFacts } from "./held-facts";
import { OtherPeople } from "./other-people";

/** The data stored about one person by id, to export or erase. */
export function OnePerson({ person }: { person: PersonHeldView }) {
  const refresh = usePageRefresh();
  const lead = useLead();
  const [asks, setAsks] = useState<"export" | "erase" | "open">();
  const exporting = api.people.exportById.useMutation();
  const erasing = api.people.eraseById.useMutation();
  const opening = api.people.openLogin.useMutation();
  const cache = api.useUtils();
  const { _id: id, name, email, createdAt, closedAt, guardians, counts } = person;

  async function exportPerson(password: string) {
    const data = await exporting.mutateAsync({ id, password });
    saveFile("lyceum-data-of-a-person.json", "application/json", `${JSON.stringify(data, null, 2)}\n`);
    toast.success(copy.exported);
    // Reloads the list of exports and erasures, to which Back leads.
    refresh();
  }

  async function erasePerson(password: string) {
    await erasing.mutateAsync({ id, password });
    toast.success(copy.erasedOne(name));
    void cache.invalidate();
    lead("/admin/privacy-requests");
  }

  async function openLogin(password: string) {
    await opening.mutateAsync({ id, password }).catch((error) => {
      // The login is already open, because a response was lost or a colleague was first.
      if (codeOf(error) !== "CONFLICT") throw error;
    });
    toast.success(copy.opened(name));
    void cache.students.list.invalidate();
    refresh();
  }

  return (
    <Card as="section" aria-labelledby="person" className="grid max-w-form grid-cols-1 gap-5">
      <div className="grid gap-1">
        <h2 id="person" className="wrap-anywhere text-lg">
          {name}
        </h2>
        <p className="wrap-anywhere text-sm empty:hidden">{wordsOfFacts(person).join(" · ")}</p>
        <p className="wrap-anywhere text-ink-soft text-sm">
          {[email, copy.since(shownDateHere(createdAt))].filter(Boolean).join(", ")}
        </p>
        {closedAt && <p className="text-sm text-warn">{copy.closedBy(shownDateHere(closedAt))}</p>}
      </div>
      <HeldFacts facts={counts.flatMap(({ label, count }) => (count > 0 ? [[label, count] as const] : []))} />
      {guardians.length > 0 && <OtherPeople people={guardians}>{copy.guardians}</OtherPeople>}
      <p className="text-ink-soft text-xs">{copy.formsByAddress}</p>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="secondary" onClick={() => setAsks("export")}>
          <Download aria-hidden className="size-5" />
          {copy.export}
        </Button>
        {closedAt && (
          <Button variant="secondary" onClick={() => setAsks("open")}>
            <KeyRound aria-hidden className="size-5" />
            {copy.openLogin}
          </Button>
        )}
        <Button variant="danger" onClick={() => setAsks("erase")}>
          <Trash2 aria-hidden className="size-5" />
          {copy.eraseName(name)}
        </Button>
      </div>
      <PasswordDialog
        open={asks === "export"}
        onClose={() => setAsks(undefined)}
        title={copy.exportQuestion}
        hint={copy.exportOne(name)}
        confirmLabel={copy.export}
        busyText={copy.working}
        variant="primary"
        call={exportPerson}
      />
      <PasswordDialog
        open={asks === "open"}
        onClose={() => setAsks(undefined)}
        title={copy.openQuestion(name)}
        hint={copy.openHint(name)}
        confirmLabel={copy.openLogin}
        busyText={copy.working}
        variant="primary"
        call={openLogin}
      />
      <PasswordDialog
        open={asks === "erase"}
        onClose={() => setAsks(undefined)}
        title={copy.eraseQuestionOne(name)}
        hint={copy.eraseOne(name)}
        confirmLabel={copy.erase}
        busyText={copy.working}
        variant="danger"
        address={{ is: name, label: copy.typeName, differs: copy.nameDiffers }}
        call={erasePerson}
        leads
      />
    </Card>
  );
}
