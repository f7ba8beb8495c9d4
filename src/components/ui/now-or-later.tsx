import { institute } from "@/content/institute";
import { addDays, stampIn } from "@/lib/dates";
import { Field } from "./field";
import { Input } from "./input";
import { Segmented } from "./segmented";
import { useZoneHint } from "./zone-hint";

type NowOrLaterProps = {
  isLater: boolean;
  onChoose: (isLater: boolean) => void;
  /** The first day that can be chosen, if it is not today. */
  from?: string | null | undefined;
  faults: { date?: string | undefined; time?: string | undefined };
};

/** The proposed time: today, or tomorrow if it has passed. */
const proposed = "18:00";

/** The choice between now and a later time, given by the fields `date` and `time` in the institute's time zone. */
export function NowOrLater({ isLater, onChoose, from, faults }: NowOrLaterProps) {
  const zone = useZoneHint();
  const [today, now] = stampIn(institute.timeZone, new Date()).split(" ") as [string, string];
  return (
    <>
      <Segmented
        label="When"
        name="when"
        defaultValue="now"
        options={[
          { value: "now", label: "Now" },
          { value: "later", label: "At a time" },
        ]}
        onChoose={(value) => onChoose(value === "later")}
      />
      {isLater && (
        <div className="grid grid-cols-2 gap-3">
          <Field label="Date" error={faults.date}>
            {(control) => (
              <Input
                {...control}
                name="date"
                type="date"
                min={from ?? undefined}
                max="9999-12-31"
                autoComplete="off"
                defaultValue={from ?? (now < proposed ? today : addDays(today, 1))}
              />
            )}
          </Field>
          <Field label="Time" error={faults.time} hint={zone}>
            {(control) => <Input {...control} name="time" type="time" autoComplete="off" defaultValue={proposed} />}
          </Field>
        </div>
      )}
    </>
  );
}
