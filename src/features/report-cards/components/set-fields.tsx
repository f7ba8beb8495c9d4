import { useId } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Failed } from "@/components/ui/failed";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { type FormErrors, messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import { namesOf } from "../rules-sheet";
import type { ExamChoiceView, SetView } from "../schema";

export const setFieldNames = ["title", "daysOpen", "lastDay"] as const;

/** The names of the checkboxes of {@link ExamTicks}. */
export const ticksOf = (choices: readonly ExamChoiceView[]) => namesOf(choices).map((_, index) => `exam${index}`);

/** The ids of the exams with selected names. */
export function tickedOf(given: Record<string, string>, choices: readonly ExamChoiceView[]): string[] {
  return namesOf(choices).flatMap(({ ids }, index) => (given[`exam${index}`] === "on" ? ids : []));
}

/** The form data of a set as the request input. */
export const periodOf = ({ title = "", daysOpen = "", lastDay = "" }: Record<string, string>) => ({
  title,
  daysOpen,
  ...(lastDay && { lastDay }),
});

type PeriodFieldsProps = { faults: FormErrors; known?: SetView | undefined };

/** Name and dates of the period. */
export function PeriodFields({ faults, known }: PeriodFieldsProps) {
  return (
    <>
      <Field label={copy.period} hint={copy.periodHint} error={faults.title}>
        {(control) => <Input {...control} name="title" autoComplete="off" defaultValue={known?.title ?? ""} />}
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label={copy.daysOpen} optional hint={copy.daysHint} error={faults.daysOpen}>
          {(control) => (
            <Input
              {...control}
              name="daysOpen"
              inputMode="numeric"
              autoComplete="off"
              defaultValue={known?.daysOpen ?? ""}
            />
          )}
        </Field>
        <Field label={copy.lastDay} optional={!known} error={faults.lastDay}>
          {(control) => (
            <Input
              {...control}
              name="lastDay"
              type="date"
              max="9999-12-31"
              autoComplete="off"
              defaultValue={known?.lastDay ?? ""}
            />
          )}
        </Field>
      </div>
    </>
  );
}

type ExamTicksProps = {
  choices: readonly ExamChoiceView[];
  /** The ids of initially selected exams; all by default. */
  ticked?: ReadonlySet<string>;
  error: string | undefined;
  /** Shown while there are no choices. */
  empty: string;
  /** The choices could not be read. */
  failed: FailedQuery | undefined;
};

type FailedQuery = { error: unknown; isFetching: boolean; refetch: () => Promise<unknown> };

/** A checkbox for each exam name. */
export function ExamTicks({ choices, ticked, error, empty, failed }: ExamTicksProps) {
  const id = useId();
  return (
    // A form focuses its first invalid control, and shows at its end only errors that no control shows.
    <fieldset tabIndex={-1} aria-invalid={error ? true : undefined} aria-describedby={error && id}>
      <legend className="pb-1 font-semibold text-sm">{copy.exams}</legend>
      {failed && <Failed of={failed}>{messageOf(failed.error, copy.examsFailed)}</Failed>}
      {!failed && choices.length === 0 && (
        <p role="status" className="text-ink-soft text-sm">
          {empty}
        </p>
      )}
      <div className="grid max-h-56 grid-cols-1 overflow-y-auto rounded-md border border-line px-3 py-1 empty:hidden">
        {namesOf(choices).map(({ name, ids, subjects }, index) => (
          <Checkbox
            key={ids[0]}
            name={`exam${index}`}
            defaultChecked={ticked === undefined || ids.some((id) => ticked.has(id))}
            label={
              <>
                {name} <span className="text-ink-soft">{copy.examsOf(subjects.size)}</span>
              </>
            }
          />
        ))}
      </div>
      <div aria-live="polite" className="contents">
        {error && (
          <p id={id} className="pt-1 font-medium text-danger text-sm">
            {error}
          </p>
        )}
      </div>
    </fieldset>
  );
}
