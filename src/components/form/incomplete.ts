import type { FormErrors } from "@/trpc/failure";

const faults: Record<string, string> = {
  date: "This date is not complete, or there is no such day.",
  time: "This time is not complete.",
};

/** Errors of dates and times that are only typed in part, by field name: the browser would send them as empty. */
export function incompleteIn(form: Pick<HTMLFormElement, "querySelectorAll">): FormErrors {
  const controls = [...form.querySelectorAll<HTMLInputElement>("input[type=date], input[type=time]")];
  const incomplete = controls.filter(({ willValidate, validity }) => willValidate && validity.badInput);
  return Object.fromEntries(incomplete.map(({ name, type }) => [name, faults[type]]));
}
