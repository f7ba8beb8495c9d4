import { Card } from "@/components/ui/card";
import { NumberedSteps } from "@/components/ui/numbered-steps";
import { copy } from "../messages";

/** The way from a request to its end. */
export function HowItGoes() {
  return (
    <Card as="section" padding="none" aria-labelledby="how" className="grid grid-cols-1 gap-3 p-4 text-sm">
      <h2 id="how" className="text-base">
        {copy.how}
      </h2>
      <NumberedSteps steps={copy.steps} />
      <p className="text-warn">{copy.erasing}</p>
    </Card>
  );
}
