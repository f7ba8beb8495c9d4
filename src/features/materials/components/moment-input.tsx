import type { ControlProps } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { momentTyped } from "../rules-expiry";

type MomentInputProps = {
  control: ControlProps;
  name: string;
  /** The label of the time field for screen readers. */
  timeLabel: string;
  /** `2031-05-01T10:00` */
  defaultValue?: string;
  disabled?: boolean;
  onType?: (typed: string) => void;
};

/** A date and a time of day, in the fields `{name}` and `{name}Time`; `momentTyped` joins them. */
export function MomentInput({ control, name, timeLabel, defaultValue = "", disabled, onType }: MomentInputProps) {
  const [day, time] = defaultValue.split("T");
  const both = { disabled, autoComplete: "off" } as const;
  return (
    <div
      onInput={({ currentTarget }) => {
        const [date, clock] = currentTarget.querySelectorAll("input");
        onType?.(momentTyped(date?.value ?? "", clock?.value ?? ""));
      }}
      className="grid gap-3 sm:grid-cols-2"
    >
      <Input {...control} {...both} required={false} name={name} type="date" max="9999-12-31" defaultValue={day} />
      <Input
        {...both}
        name={`${name}Time`}
        type="time"
        aria-label={timeLabel}
        aria-describedby={control["aria-describedby"]}
        defaultValue={time}
      />
    </div>
  );
}
