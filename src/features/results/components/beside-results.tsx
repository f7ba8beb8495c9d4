import type { ComponentProps } from "react";
import { Absences } from "./absences";
import { WithdrawnResults } from "./withdrawn-results";

type BesideResultsProps = ComponentProps<typeof Absences> & {
  withdrawn: ComponentProps<typeof WithdrawnResults>["results"];
};

/** What became of exams without a result that counts. */
export function BesideResults({ absences, withdrawn }: BesideResultsProps) {
  return (
    <>
      <Absences absences={absences} />
      <WithdrawnResults results={withdrawn} />
    </>
  );
}
