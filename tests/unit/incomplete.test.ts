import { expect, it } from "vitest";
import { incompleteIn } from "@/components/form/incomplete";

const control = (name: string, type: string, badInput: boolean, willValidate = true) => ({
  ...{ name, type, willValidate },
  validity: { badInput },
});
const formOf = (...controls: object[]) => ({ querySelectorAll: () => controls }) as unknown as HTMLFormElement;

it("a date or a time that is typed in part is an error of its field", () => {
  const form = formOf(control("until", "date", true), control("untilTime", "time", true));
  expect(incompleteIn(form)).toEqual({
    until: "This date is not complete, or there is no such day.",
    untilTime: "This time is not complete.",
  });
});

it("an empty or whole date, and one that is switched off, is none", () => {
  expect(incompleteIn(formOf(control("until", "date", false), control("from", "date", true, false)))).toEqual({});
});
