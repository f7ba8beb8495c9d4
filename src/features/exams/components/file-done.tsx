"use client";

import { Undo2 } from "lucide-react";
import { useState } from "react";
import { RefusedRows } from "@/components/form/refused-rows";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { Moment } from "@/components/ui/clock";
import { passFocusOn } from "@/components/ui/take-focus";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { fileScreens as copy } from "../messages-file";
import type { FileView } from "../schema-files";

/** The result of a file, and undo; or the result of undoing. */
export function FileDone({ view, onUndone }: { view: FileView; onUndone: (view: FileView) => void }) {
  const { client } = api.useUtils();
  const [now] = useState(() => Date.now());
  const undoing = api.exams.undoFile.useMutation({ onSuccess: onUndone });
  const undo = useSingleFlight(undoing);
  const { counts, state, reversed, leftOver, undoUntil, exam } = view;
  const isUndone = state === "undone";
  // Its rows are deleted when it cannot be undone any more.
  const isUndoable = !isUndone && undoUntil !== null && undoUntil.getTime() > now;
  return (
    <>
      {isUndone ? (
        <Alert tone={leftOver.length > 0 ? "info" : "success"} title={copy.undone(reversed)}>
          {leftOver.length > 0 && copy.leftOver(leftOver.length)}
        </Alert>
      ) : (
        <Alert tone="success" title={copy.done(counts.created + counts.updated)}>
          {counts.unchanged + counts.refused > 0 && copy.rest(counts.unchanged, counts.refused)}
        </Alert>
      )}
      {leftOver.length > 0 && (
        <ul className="divide-y divide-line rounded-md border border-line bg-surface text-sm">
          {leftOver.map(({ no, who, why }) => (
            <li key={no} className="flex items-center gap-3 px-3.25 py-2">
              <span className="figures w-10 shrink-0 text-ink-soft text-xs">{no}</span>
              <span className="grid min-w-0 grow">
                {who && <span className="wrap-anywhere font-semibold">{who}</span>}
                <span className="text-ink-soft text-xs">{why}</span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {undoing.error && <Alert tone="error">{messageOf(undoing.error, copy.failed)}</Alert>}
      <div className="flex flex-wrap items-center gap-2">
        <ButtonLink href={`/admin/results/${exam._id}`}>{copy.toSheet}</ButtonLink>
        <ButtonLink href={`/admin/results/${exam._id}/file`} variant="secondary">
          {copy.another}
        </ButtonLink>
        {isUndoable && (
          <RefusedRows
            count={counts.refused}
            read={() => client.exams.refusedOfFile.mutate({ fileId: view._id })}
            words={copy}
            failed={copy.failed}
          />
        )}
        {isUndoable && (
          <span className="flex items-center gap-3 text-ink-soft text-xs sm:ms-auto">
            <span>
              {copy.undoUntil} <Moment at={undoUntil} />
            </span>
            <Button
              ref={passFocusOn}
              variant="secondary"
              busy={undoing.isPending}
              busyText={copy.undoing}
              onClick={() => undo({ fileId: view._id })}
            >
              <Undo2 aria-hidden className="size-5" />
              {copy.undo}
            </Button>
          </span>
        )}
      </div>
    </>
  );
}
