"use client";

import { Undo2 } from "lucide-react";
import { useState } from "react";
import { AskDialog } from "@/components/form/ask-dialog";
import { RefusedRows } from "@/components/form/refused-rows";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Moment } from "@/components/ui/clock";
import { shownDate } from "@/lib/dates";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { ImportView } from "../schema";

type ImportDoneProps = { view: ImportView; onUndone: (view: ImportView) => Promise<void> };

export function ImportDone({ view, onUndone }: ImportDoneProps) {
  const { client } = api.useUtils();
  const [isAsking, setIsAsking] = useState(false);
  const [now] = useState(() => Date.now());
  const undoing = api.imports.undo.useMutation({
    async onSuccess(undone) {
      setIsAsking(false);
      await onUndone(undone);
    },
  });
  const { counts, undoUntil } = view;
  // The rows of an import are deleted once it can no longer be undone.
  const isUndoable = undoUntil !== null && undoUntil.getTime() > now;

  return (
    <>
      {counts && (
        <Alert tone="success" title={copy.doneFacts(counts.created, counts.updated)}>
          {view.fromDay && <p>{copy.newFrom(shownDate(view.fromDay))}</p>}
          <p>{copy.doneGuardians(counts.guardians, counts.links)}</p>
          {counts.unchanged + counts.refused > 0 && <p>{copy.doneRest(counts.unchanged, counts.refused)}</p>}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <ButtonLink href="/admin/students">{copy.toStudents}</ButtonLink>
        <ButtonLink href="/admin/import" variant="secondary">
          {copy.another}
        </ButtonLink>
        {isUndoable && (
          <RefusedRows
            count={counts?.refused ?? 0}
            read={() => client.imports.refused.mutate({ id: view._id })}
            words={copy}
            failed={copy.failedSave}
          />
        )}
        {isUndoable && (
          <span className="flex items-center gap-3 text-ink-soft text-xs sm:ms-auto">
            <span>
              {copy.until} <Moment at={undoUntil} />
            </span>
            <Button variant="secondary" onClick={() => setIsAsking(true)}>
              <Undo2 aria-hidden className="size-5" />
              {copy.undo}
            </Button>
          </span>
        )}
      </div>
      <AskDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={copy.undoQuestion(view.fileName)}
        description={copy.undoHint}
        confirmLabel={copy.undo}
        confirmVariant="primary"
        busyText={copy.undoing}
        of={undoing}
        input={{ id: view._id }}
        failed={messageOf(undoing.error, copy.failedSave)}
      />
    </>
  );
}
