import { type ComponentProps, useId } from "react";
import { Badge } from "@/components/ui/badge";
import { Input } from "@/components/ui/input";
import type { FormErrors } from "@/trpc/failure";
import { intakeScreens as copy } from "../messages";
import { stateOf } from "../rules";
import type { IntakeView } from "../schema";

type Part = "seats" | "opensOn" | "closesOn";

export const fieldOf = (part: Part, className: number) => `${part}.${className}`;

/** The columns on a wide screen, in their order. */
export const columns = [
  ...(["md:w-18 md:shrink-0", "md:w-22 md:shrink-0", "md:w-38 md:shrink-0"] as const),
  ...(["md:w-38 md:shrink-0", "md:grow md:whitespace-nowrap", "md:w-26 md:shrink-0"] as const),
] as const;

export const rowStyle = "gap-x-2 gap-y-2 px-2.5 md:flex md:items-center md:gap-x-3 md:px-3.25";

const tones = { soon: "neutral", open: "success", full: "warning", closed: "neutral" } as const;

type IntakeRowProps = {
  className: number;
  intake: IntakeView | undefined;
  today: string;
  faults: FormErrors;
  onTyped: () => void;
};

/** Seats and days of one class, the number of taken seats, and what families see today. */
export function IntakeRow({ className, intake, today, faults, onTyped }: IntakeRowProps) {
  const state = intake && stateOf(intake, today);
  const of = (part: Part) => ({ name: fieldOf(part, className), error: faults[fieldOf(part, className)] });
  const day = { type: "date", max: "9999-12-31" };
  return (
    <li onInput={onTyped} className={`${rowStyle} grid grid-cols-2 items-center border-line border-t py-2.5 md:py-1.5`}>
      <h3 className={`figures font-semibold text-sm ${columns[0]}`}>{copy.className(className)}</h3>
      <p className={`text-sm max-md:justify-self-end md:order-last ${columns[5]}`}>
        {state ? (
          <Badge tone={tones[state]}>{copy.states[state]}</Badge>
        ) : (
          <span className="text-ink-soft">{copy.none}</span>
        )}
      </p>
      <Cell
        {...of("seats")}
        column={columns[1]}
        label={copy.seats}
        whole={copy.seatsOf(className)}
        inputMode="numeric"
        placeholder={copy.noLimit}
        defaultValue={intake?.seats ?? ""}
      />
      <p className={`figures text-sm max-md:self-end max-md:pb-3 md:order-1 ${columns[4]}`}>
        <span className="text-ink-soft md:sr-only">{copy.taken}: </span>
        {copy.takenOf(intake?.taken ?? 0, intake?.seats ?? null)}
      </p>
      <Cell
        {...of("opensOn")}
        {...day}
        column={columns[2]}
        label={copy.opensOn}
        whole={copy.opensOf(className)}
        defaultValue={intake?.opensOn ?? ""}
      />
      <Cell
        {...of("closesOn")}
        {...day}
        column={columns[3]}
        label={copy.closesOn}
        whole={copy.closesOf(className)}
        defaultValue={intake?.closesOn ?? ""}
      />
    </li>
  );
}

type CellProps = ComponentProps<typeof Input> & {
  column: string;
  label: string;
  whole: string;
  error: string | undefined;
};

function Cell({ column, label, whole, error, ...input }: CellProps) {
  const id = useId();
  return (
    <div className={`grid min-w-0 grid-cols-1 gap-1 ${column}`}>
      <span aria-hidden className="text-ink-soft text-xs md:hidden">
        {label}
      </span>
      <Input
        {...input}
        aria-label={whole}
        aria-invalid={error ? true : undefined}
        aria-describedby={error && id}
        autoComplete="off"
      />
      <span aria-live="polite" className="contents">
        {error && (
          <span id={id} className="font-medium text-danger text-xs">
            {error}
          </span>
        )}
      </span>
    </div>
  );
}
