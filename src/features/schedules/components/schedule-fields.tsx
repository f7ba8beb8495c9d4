import { SubjectField } from "@/components/form/subject-field";
import { ClassField } from "@/components/ui/class-field";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Textarea } from "@/components/ui/textarea";
import { useZoneHint } from "@/components/ui/zone-hint";
import { classesWith, storedClassOf } from "@/lib/stored-classes";
import type { FormErrors } from "@/trpc/failure";
import { office } from "../messages-office";
import type { ScheduleView } from "../schema";
import { useUsualMinutes } from "./use-usual-minutes";

export const scheduleFieldNames = [
  "className",
  "subject",
  "testDate",
  "testTime",
  "description",
  "sections",
  "minutes",
  "room",
] as const;

type ScheduleFieldsProps = {
  faults: FormErrors;
  /** Initial values of the fields. */
  known?: ScheduleView;
};

/** Class, subject, date and time of a test, and the optional fields. */
export function ScheduleFields({ faults, known }: ScheduleFieldsProps) {
  const zone = useZoneHint();
  const usual = useUsualMinutes();
  const minutesHint = known ? office.fields.minutesHint : office.fields.minutesHintNew;
  return (
    <div className="@container">
      <div className="grid @min-[20rem]:grid-cols-2 grid-cols-1 items-start gap-4">
        <ClassField
          name="className"
          error={faults.className}
          {...(known
            ? { defaultValue: String(storedClassOf(known.className)), of: classesWith(known.className) }
            : { onChoose: (className: string) => void usual.fillFor(className) })}
        />
        <Field label={office.fields.sections} optional hint={small(office.fields.sectionsHint)} error={faults.sections}>
          {(control) => (
            <Input {...control} name="sections" autoComplete="off" defaultValue={known?.sections.join(", ") ?? ""} />
          )}
        </Field>
        <div className={wide}>
          <SubjectField error={faults.subject} {...(known && { defaultValue: known.subject, isStored: true })} />
        </div>
        <Field label="Date" error={faults.testDate}>
          {(control) => (
            <Input
              {...control}
              name="testDate"
              type="date"
              max="9999-12-31"
              autoComplete="off"
              defaultValue={known?.testDate ?? ""}
            />
          )}
        </Field>
        <Field label="Time" error={faults.testTime} hint={zone && small(zone)}>
          {(control) => (
            <Input {...control} name="testTime" type="time" autoComplete="off" defaultValue={known?.testTime ?? ""} />
          )}
        </Field>
        <Field label={office.fields.minutes} optional hint={small(minutesHint)} error={faults.minutes}>
          {(control) => (
            <Input
              {...control}
              ref={usual.field}
              name="minutes"
              inputMode="numeric"
              placeholder="60"
              autoComplete="off"
              defaultValue={known?.minutes ?? ""}
            />
          )}
        </Field>
        <Field label={office.fields.room} optional error={faults.room}>
          {(control) => <Input {...control} name="room" autoComplete="off" defaultValue={known?.room ?? ""} />}
        </Field>
        <div className={wide}>
          <Field label="Description" optional error={faults.description}>
            {(control) => (
              <Textarea
                {...control}
                name="description"
                rows={known ? 4 : 2}
                autoComplete="off"
                defaultValue={known?.description ?? ""}
              />
            )}
          </Field>
        </div>
      </div>
    </div>
  );
}

const wide = "@min-[20rem]:col-span-2";

/** Half a form is narrow: a hint of the usual size would take three lines. */
const small = (hint: string) => <span className="text-xs">{hint}</span>;
