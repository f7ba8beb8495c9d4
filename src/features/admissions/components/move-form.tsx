"use client";

import { useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { useProposal } from "@/components/form/proposed-input";
import { noAnswer, sendOnce } from "@/components/form/send-once";
import { useDraft } from "@/components/form/use-draft";
import { useServerForm } from "@/components/form/use-server-form";
import { useFacts } from "@/components/site/facts";
import { Field } from "@/components/ui/field";
import { useMailMode } from "@/components/ui/mail-mode";
import { Select } from "@/components/ui/select";
import { Textarea } from "@/components/ui/textarea";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { codeOf } from "@/trpc/failure";
import { stateNames } from "../messages";
import { deskCopy as copy } from "../messages-desk";
import { templateOf } from "../rules-desk";
import { isAnswer, isClockRunning, isClosed, movesOf, needOf, stepOf } from "../rules-moves";
import type { SubmissionState } from "../schema";
import type { ApplicationView } from "../schema-desk";
import { MoveFields, missingFor, movedBy, moveFieldNames } from "./move-fields";
import { SeatsNote } from "./seats-note";

type Step = SubmissionState | "";

type MoveFormProps = { application: ApplicationView; onDone: (found: ApplicationView) => void };

/** A message to the family, a step, or both. A step suggests a text, unless something was typed. */
export function MoveForm({ application, onDone }: MoveFormProps) {
  const { _id: id, state, rowVersion } = application;
  const isMailOn = useMailMode();
  const [chosen, setTo] = useState<Step>("");
  const to = stepOf(state, chosen);
  /** The version that the step was chosen for. */
  const [seen, setSeen] = useState<number>();
  // The select has lost the option, and does not choose it again when the state comes back.
  if (to !== chosen) setTo(to);
  const { toBring } = useFacts();
  const [template, keep] = useProposal(templateOf(to, application, toBring));
  const { services } = api.useUtils();
  const move = api.services.move.useMutation({
    // If somebody else changed it, the next press is for the version that is shown then.
    onError(error) {
      if (codeOf(error) === "CONFLICT") setSeen(undefined);
      void services.get.invalidate({ id });
    },
  });
  const write = api.services.write.useMutation();
  const need = to ? needOf(state, to) : undefined;
  const { form, faults, failure, busy } = useServerForm({
    fields: ["to", "message", ...moveFieldNames],
    check: ({ message, ...given }) =>
      to || message.trim() ? missingFor(need, given) : { message: copy.messageWanted },
    send({ message, ...given }) {
      if (!given.to) return sendOnce({ id, text: message }, write.mutateAsync);
      const text = message.trim() && { message };
      return move.mutateAsync({
        id,
        rowVersion: seen ?? rowVersion,
        to: given.to as SubmissionState,
        ...movedBy(given),
        ...(text || {}),
      });
    },
    onDone(found) {
      forget();
      toast.success(to ? copy.nowIs(stateNames[found.state]) : copy.written);
      onDone(found);
    },
  });

  const forget = useDraft(form.ref, `move:${id}`);

  const verbOf = (target: SubmissionState) => (isClosed(state) ? copy.reopen : copy.verbs[target]);
  const verb = to ? verbOf(to) : copy.send;
  const steps = movesOf(state);
  const stops = isClockRunning(application) && (to === "" || isAnswer(state, to));
  return (
    <form {...form} noValidate className="grid grid-cols-1 gap-3">
      {steps.length > 0 && (
        <Field label={copy.step}>
          {(control) => (
            <Select
              {...control}
              name="to"
              defaultValue=""
              onInput={({ currentTarget }) => {
                setTo(currentTarget.value as Step);
                setSeen(rowVersion);
              }}
            >
              <option value="">{copy.stay(stateNames[state])}</option>
              {steps.map((target) => (
                <option key={target} value={target}>
                  {verbOf(target)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <SeatsNote rows={[application]} to={to} />
      <MoveFields need={need} faults={faults} />
      <Field
        label={copy.message}
        optional={to !== ""}
        hint={isMailOn ? copy.messageHint : copy.messageHintKept}
        error={faults.message ?? faults.text}
      >
        {(control) => (
          <Textarea
            {...control}
            key={template}
            name="message"
            rows={7}
            autoComplete="off"
            defaultValue={template}
            onInput={keep}
          />
        )}
      </Field>
      <FormEnd failure={failure} failed={to ? copy.failedSave : noAnswer} busy={busy} busyText={copy.saving}>
        {stops ? copy.andStop(verb) : verb}
      </FormEnd>
    </form>
  );
}
