type StepRailProps = { steps: readonly { title: string; text: string }[] };

/** Steps one below the other, their numbers joined by a line. */
export function StepRail({ steps }: StepRailProps) {
  return (
    <ol className="grid">
      {steps.map((step, index) => (
        <li key={step.title} className="group relative flex gap-5 pb-7 last:pb-0">
          <span
            aria-hidden
            className="absolute inset-y-0 start-5.5 border-line-strong border-s border-dashed group-last:hidden"
          />
          <span
            aria-hidden
            className="figures relative grid size-11 shrink-0 place-items-center rounded-full bg-accent font-semibold text-on-accent"
          >
            {index + 1}
          </span>
          <div className="grid gap-1 pt-2">
            <h3 className="text-lg">{step.title}</h3>
            <p className="text-ink-soft">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
