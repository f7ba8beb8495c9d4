"use client";

import { useRef } from "react";
import { noAnswer, sendOnce } from "@/components/form/send-once";
import { useServerForm } from "@/components/form/use-server-form";
import { YearLink } from "@/components/site/year-link";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import { DayField } from "./day-field";
import { PlaceFields } from "./place-fields";
import { IdentityFields } from "./student-form";

const fields = ["name", "email", "admissionNo", "bornOn", "className", "section", "rollNo", "day"] as const;

type AddStudentProps = { hasYear: boolean; day: string; onClose: () => void };

/** Adds students by hand. Enter adds one and starts the next in the same class; the button adds one and closes. */
export function AddStudent({ hasYear, day: proposed, onClose }: AddStudentProps) {
  const add = api.students.add.useMutation();
  const { students } = api.useUtils();
  const goesOn = useRef(false);
  const { form, faults, failure, busy, answer } = useServerForm({
    fields,
    send: ({ className, bornOn, day, ...given }) =>
      sendOnce({ ...given, ...(className && { className, fromDay: day }), ...(bornOn && { bornOn }) }, add.mutateAsync),
    onDone(student, shown) {
      void students.list.invalidate();
      if (!goesOn.current) {
        toast.success(copy.added(student.name));
        return onClose();
      }
      // Keep class and section for the next one.
      for (const name of ["name", "email", "admissionNo", "bornOn", "rollNo"]) {
        const input = shown.elements.namedItem(name);
        if (input instanceof HTMLInputElement) input.value = "";
      }
      const first = shown.elements.namedItem("name");
      if (first instanceof HTMLElement) first.focus();
    },
  });

  return (
    <FormDialog title={copy.add} lead={copy.addLead} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-x-3 gap-y-4 sm:grid-cols-2">
        <IdentityFields faults={faults} />
        <div className="sm:col-span-2">
          {hasYear ? (
            <div className="grid grid-cols-1 gap-x-3 gap-y-4">
              <PlaceFields faults={faults} optional />
              <DayField
                label={copy.inClassFrom}
                hint={copy.inClassFromHint}
                error={faults.fromDay}
                proposed={proposed}
              />
            </div>
          ) : (
            <Alert tone="info" action={<YearLink />}>
              {copy.noYear}
            </Alert>
          )}
        </div>
        <div role="status" className="empty:hidden sm:col-span-2">
          {answer && <p className="font-medium text-sm text-success">{copy.added(answer.name)}</p>}
        </div>
        {failure && (
          <div className="sm:col-span-2">
            <Alert tone="error">{messageOf(failure, noAnswer)}</Alert>
          </div>
        )}
        <div className="grid gap-2.5 sm:col-span-2 sm:flex sm:justify-end">
          {/* Enter activates the first button. */}
          <Button
            type="submit"
            variant="secondary"
            disabled={busy}
            onClick={() => {
              goesOn.current = true;
            }}
          >
            {copy.addAnother}
          </Button>
          <Button
            type="submit"
            busy={busy}
            busyText={copy.adding}
            onClick={() => {
              goesOn.current = false;
            }}
          >
            {copy.add}
          </Button>
        </div>
      </form>
    </FormDialog>
  );
}
