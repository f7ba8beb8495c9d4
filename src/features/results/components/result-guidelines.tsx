import { Check } from "lucide-react";
import { adding } from "../messages-add";

/** The guidelines for adding a result (spec §2). */
export function ResultGuidelines() {
  return (
    <section className="ruled grid content-start gap-4 pt-5">
      <h2 className="text-xl">{adding.guidelinesTitle}</h2>
      <ul className="grid gap-3">
        {adding.guidelines.map((line) => (
          <li key={line} className="flex gap-3">
            <Check aria-hidden className="mt-1 size-4.5 shrink-0 text-accent" />
            {line}
          </li>
        ))}
      </ul>
    </section>
  );
}
