import { type FormEvent, useState } from "react";
import { ReasonField } from "@/components/form/reason-field";
import { useClock } from "@/components/ui/clock";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useZoneHint } from "@/components/ui/zone-hint";
import { shownTime } from "@/lib/dates";
import { api } from "@/trpc/client";
import type { FormErrors } from "@/trpc/failure";
import { deskCopy as copy } from "../messages-desk";
import { refusals } from "../messages-refusals";
import type { Need } from "../rules-moves";

export const moveFieldNames = ["date", "time", "reason"] as const;

type Given = Record<(typeof moveFieldNames)[number], string>;
type MoveFieldsProps = { need: Need | undefined; faults: FormErrors };

export function MoveFields({ need, faults }: MoveFieldsProps) {
  const zone = useZoneHint();
  const clock = useClock();
  const [visit, setVisit] = useState<{ date: string; time: string }>();
  const isAsked = need === "visit" && visit !== undefined;
  const { data: checked } = api.services.checkVisit.useQuery(visit ?? { date: "", time: "" }, { enabled: isAsked });
  function look({ currentTarget }: FormEvent<HTMLElement>) {
    const [date = "", time = ""] = [...currentTarget.querySelectorAll("input")].map(({ value }) => value);
    setVisit(date && time ? { date, time } : undefined);
  }

  if (need === "visit")
    return (
      <div className="grid grid-cols-2 gap-3" onInput={look}>
        <Field label={copy.visitDate} error={faults.date}>
          {(control) => <Input {...control} name="date" type="date" max="9999-12-31" autoComplete="off" />}
        </Field>
        <Field label={copy.visitTime} error={faults.time} hint={zone}>
          {(control) => <Input {...control} name="time" type="time" autoComplete="off" />}
        </Field>
        <p role="status" className="figures col-span-2 font-semibold text-warn text-sm empty:hidden">
          {isAsked && checked?.warning === "closed" && copy.visitClosed}
          {isAsked && checked?.warning === "before" && copy.visitBefore(shownTime(checked.opens ?? "", clock))}
          {isAsked && checked?.warning === "after" && copy.visitAfter(shownTime(checked.closes ?? "", clock))}
        </p>
      </div>
    );
  if (need === "reason") return <ReasonField label={copy.reason} hint={copy.reasonHint} error={faults.reason} />;
  return null;
}

/** What is missing for a move that needs it, by field. */
export function missingFor(need: Need | undefined, { date, time, reason }: Given): FormErrors {
  if (need === "reason" && !reason.trim()) return { reason: refusals.reasonWanted };
  if (need !== "visit") return {};
  return { ...(!date && { date: copy.dateWanted }), ...(!time && { time: copy.timeWanted }) };
}

export function movedBy({ date, time, reason }: Given) {
  return { ...((date || time) && { visit: { date, time } }), ...(reason.trim() && { reason }) };
}
