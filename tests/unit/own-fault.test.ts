import { createElement, useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { useOwnFault } from "@/components/ui/use-own-fault";

/** The errors that an open question shows while the error of its call changes. */
function toldOf(errors: readonly (string | undefined)[]) {
  const told = new Map<number, string | undefined>();
  function Question() {
    const [step, setStep] = useState(0);
    told.set(step, useOwnFault(errors[step]));
    if (step < errors.length - 1) setStep(step + 1);
    return null;
  }
  renderToStaticMarkup(createElement(Question));
  return [...told.values()];
}

const [given, failed] = ["You have agreed already.", "Please try again."];

it.each([
  [
    "does not open with the error of an earlier one, and shows its own",
    [given, undefined, failed],
    [undefined, undefined, failed],
  ],
  ["shows its own error even if it equals an earlier one", [given, undefined, given], [undefined, undefined, given]],
  [
    "shows why its work failed, and nothing while it is tried again",
    [undefined, given, undefined],
    [undefined, given, undefined],
  ],
])("a question %s", (_what, errors, told) => {
  expect(toldOf(errors)).toEqual(told);
});
