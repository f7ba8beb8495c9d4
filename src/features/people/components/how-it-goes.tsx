import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { copy } from "../messages";

/** The way from a request to its end, and where it is recorded. */
export function HowItGoes() {
  return (
    <Card as="section" padding="none" aria-labelledby="how" className="grid grid-cols-1 gap-3 p-4 text-sm">
      <h2 id="how" className="text-base">
        {copy.how}
      </h2>
      <ol className="grid grid-cols-1 gap-2.5">
        {copy.steps.map((step, index) => (
          <li key={step} className="flex gap-3">
            <span
              aria-hidden
              className="figures grid size-6 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent text-xs"
            >
              {index + 1}
            </span>
            <span className="min-w-0">{step}</span>
          </li>
        ))}
      </ol>
      <p className="text-ink-soft">{copy.erasing}</p>
      <p className="text-ink-soft">
        {copy.recorded}{" "}
        <Link href="/admin/activity" className="link">
          {copy.activity}
        </Link>
        .
      </p>
    </Card>
  );
}
