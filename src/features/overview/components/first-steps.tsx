import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { copy } from "../messages";

/** The first steps, while the roster is empty. */
export function FirstSteps() {
  return (
    <Card as="section" aria-labelledby="first-steps" className="grid gap-4 bg-accent-soft">
      <h2 id="first-steps" className="text-base">
        {copy.first}
      </h2>
      <ol className="grid gap-3 md:grid-cols-3">
        {copy.steps.map(({ title, hint, href }, index) => (
          <li key={href} className="flex gap-3">
            <span aria-hidden className="figures font-bold text-accent text-xl">
              {index + 1}
            </span>
            <p className="grid leading-snug">
              <Link href={href} className="link font-semibold">
                {title}
              </Link>
              <span className="text-sm">{hint}</span>
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
