import { useForeignZone } from "@/components/ui/clock";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import type { FormErrors } from "@/trpc/failure";
import { deskCopy as copy } from "../messages-desk";

export const moveFieldNames = ["date", "time", "reason"] as const;

type MoveFieldsProps = { need: "visit" | "reason" | undefined; faults: FormErrors };

/** What a step needs beside itself. */
export function MoveFields({ need, faults }: MoveFieldsProps) {
  const zone = useForeignZone();
  if (need === "visit")
    return (
      <div className="grid grid-cols-2 gap-3">
        <Field label={copy.visitDate} error={faults.date}>
          {(control) => <Input {...control} name="date" type="date" max="9999-12-31" autoComplete="off" />}
        </Field>
        <Field label={copy.visitTime} error={faults.time} hint={zone && copy.zone(zone)}>
          {(control) => <Input {...control} name="time" type="time" autoComplete="off" />}
        </Field>
      </div>
    );
  if (need === "reason")
    return (
      <Field label={copy.reason} hint={copy.reasonHint} error={faults.reason}>
        {(control) => <Input {...control} name="reason" autoComplete="off" />}
      </Field>
    );
  return null;
}

/** What a form says of a step, as a call takes it. */
export function movedBy({ date, time, reason }: Record<(typeof moveFieldNames)[number], string>) {
  return { ...((date || time) && { visit: { date, time } }), ...(reason.trim() && { reason }) };
}
