"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { useServerForm } from "@/components/form/use-server-form";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { useMailMode } from "@/components/ui/mail-mode";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { api } from "@/trpc/client";
import { deskCopy as copy } from "../messages-desk";
import { sendInParts, targetsOfMany } from "../rules-desk";
import { needOf } from "../rules-moves";
import type { SubmissionState } from "../schema";
import { type DeskRowView, type MovedView, mostMoved } from "../schema-desk";
import { MoveFields, missingFor, movedBy, moveFieldNames } from "./move-fields";
import { SeatsNote } from "./seats-note";

/** `left` are the rows whose outcome is not known. */
export type MovedInParts = MovedView & { left: readonly DeskRowView[] };

type MoveManyProps = { rows: readonly DeskRowView[]; onClose: () => void; onDone: (answer: MovedInParts) => void };

/** Moves many applications to one state: first shows how many can be moved, then the result for each. */
export function MoveMany({ rows, onClose, onDone }: MoveManyProps) {
  const isMailOn = useMailMode();
  const targets = targetsOfMany(rows);
  const [to, setTo] = useState<SubmissionState | "">("");
  const move = api.services.moveMany.useMutation();
  const need = rows.map(({ state }) => (to ? needOf(state, to) : undefined)).find((one) => one !== undefined);
  const { form, faults, failure, busy } = useServerForm({
    fields: ["to", "message", ...moveFieldNames],
    check: (given) => (given.to ? missingFor(need, given) : { to: copy.choose }),
    async send({ message, ...given }) {
      const same = { to: given.to as SubmissionState, ...movedBy(given), ...(message.trim() && { message }) };
      const { answers, left } = await sendInParts(rows, mostMoved, (part) =>
        move.mutateAsync({ rows: part.map(({ _id: id, rowVersion }) => ({ id, rowVersion })), ...same }),
      );
      const unknown = left.map(({ _id, name }) => ({ _id, name, why: copy.unknown }));
      return {
        done: answers.reduce((sum, { done }) => sum + done, 0),
        refused: [...answers.flatMap(({ refused }) => refused), ...unknown],
        left,
      };
    },
    onDone,
  });
  const count = targets.find((one) => one.to === to)?.count ?? 0;
  const names = rows.slice(0, 3).map(({ name }) => name);
  return (
    <FormDialog title={copy.moveTitle(rows.length)} lead={copy.moveLead} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <div className="grid grid-cols-1 gap-1 rounded-md bg-sunken p-3 text-sm">
          <p className="wrap-anywhere font-semibold">{copy.others(names.join(", "), rows.length - names.length)}</p>
          <p role="status" className="figures">
            {to &&
              [copy.canGo(count), count < rows.length && copy.cannotGo(rows.length - count)].filter(Boolean).join(" ")}
          </p>
        </div>
        <Field label={copy.target} error={faults.to}>
          {(control) => (
            <Select
              {...control}
              name="to"
              defaultValue=""
              onInput={({ currentTarget }) => setTo(currentTarget.value as SubmissionState | "")}
            >
              <option value="">{copy.choose}</option>
              {targets.map((one) => (
                <option key={one.to} value={one.to}>
                  {copy.verbs[one.to]} ({one.count})
                </option>
              ))}
            </Select>
          )}
        </Field>
        <SeatsNote rows={rows} to={to} />
        <MoveFields need={need} faults={faults} />
        <Field
          label={copy.message}
          optional
          hint={isMailOn ? copy.messageHint : copy.messageHintKept}
          error={faults.message}
        >
          {(control) => <Textarea {...control} name="message" rows={4} autoComplete="off" />}
        </Field>
        <FormEnd failure={failure} failed={copy.failedSave} busy={busy} busyText={copy.saving}>
          {copy.moveTitle(to ? count : rows.length)}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
