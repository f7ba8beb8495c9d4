import type { ComponentProps } from "react";
import { Absences } from "./absences";
import { WithdrawnResults } from "./withdrawn-results";

type BesideResultsProps = ComponentProps<typeof Absences> & {
  withdrawn: ComponentProps<typeof WithdrawnResults>["results"];
};

/** Exams without a valid result. */
export function BesideResults({ absences, withdrawn }: BesideResultsProps) {
  return (
    <>
      <Absences absences={absences} />
      <WithdrawnResults results={withdrawn} />
    </>
  );
}
