"use client";

import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { listed } from "@/lib/listed";
import { placeName } from "@/lib/place-name";
import { screens as copy } from "../messages-screens";
import type { NoticeView } from "../schema-office";

type AudienceFieldsProps = {
  of: Pick<NoticeView, "audience" | "toStudents" | "toGuardians">;
  /** The classes and sections of a teacher; null for everyone. */
  places: readonly { className: number; section: string | null }[] | null;
  faults: Partial<Record<string, string>>;
  onInput: () => void;
};

/** Selects the audience of a notice. */
export function AudienceFields({ of, places, faults, onInput }: AudienceFieldsProps) {
  const has = (kind: string) => of.audience.some((one) => one.kind === kind);
  const classes = of.audience.flatMap(({ className, section }) => (className ? [placeName(className, section)] : []));
  const names = places?.map(({ className, section }) => placeName(className, section)) ?? [];
  const students = of.audience.flatMap(({ studentId, studentName }) => (studentId ? [{ studentId, studentName }] : []));
  return (
    <fieldset onInput={onInput} className="grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2">
      <legend className="mb-1.5 font-semibold text-sm">{copy.audience}</legend>
      <div className="grid content-start">
        {places === null && (
          <>
            <Checkbox name="everyone" defaultChecked={has("public")} label={copy.everyone} error={faults.mustConfirm} />
            <Checkbox name="allClasses" defaultChecked={has("students")} label={copy.allClasses} />
          </>
        )}
        <div className="not-first:mt-3">
          <Field
            label={copy.classes}
            optional={places === null}
            hint={places === null ? copy.classesHint : `${copy.yours} ${listed(names)}.`}
            error={faults.audience}
          >
            {(control) => <Input {...control} name="classes" autoComplete="off" defaultValue={classes.join(", ")} />}
          </Field>
        </div>
        {students.map(({ studentId, studentName }) => (
          <Checkbox key={studentId} name="student" value={studentId} defaultChecked label={studentName} />
        ))}
      </div>
      <fieldset className="grid content-start sm:-mt-7">
        <legend className="mb-1.5 font-semibold text-sm">{copy.who}</legend>
        <Checkbox name="toStudents" defaultChecked={of.toStudents} label={copy.students} error={faults.toStudents} />
        <Checkbox name="toGuardians" defaultChecked={of.toGuardians} label={copy.guardians} />
        {places === null && <Checkbox name="staff" defaultChecked={has("staff")} label={copy.staff} />}
      </fieldset>
    </fieldset>
  );
}
