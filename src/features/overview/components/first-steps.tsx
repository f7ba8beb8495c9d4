import { clsx } from "clsx";
import { Check } from "lucide-react";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { beginning as copy } from "../messages-steps";
import type { Overview } from "../schema";

/** The first steps, shown until a family was invited; completed steps are struck out. */
export function FirstSteps({ steps }: { steps: Overview["firstSteps"] }) {
  return (
    <Card as="section" aria-labelledby="first-steps" className="grid gap-4 bg-accent-soft">
      <h2 id="first-steps" className="text-base">
        {copy.title}
      </h2>
      <ol className={clsx("grid gap-3", steps.length > 3 ? "md:grid-cols-2" : "md:grid-cols-3")}>
        {steps.map(({ step, isDone }, index) => (
          <li key={step} className="flex gap-3">
            <span aria-hidden className="figures w-5 shrink-0 font-bold text-accent text-xl">
              {isDone ? <Check className="mt-1 size-5" /> : index + 1}
            </span>
            <p className="grid content-start leading-snug">
              <span>
                <Link href={copy.steps[step].href} className={isDone ? "line-through" : "link font-semibold"}>
                  {copy.steps[step].title}
                </Link>
                {isDone && <span className="sr-only">{`: ${copy.done}`}</span>}
              </span>
              <span className="text-sm">{copy.steps[step].hint}</span>
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
