/** Instructions in numbered steps. */
export function NumberedSteps({ steps }: { steps: readonly string[] }) {
  return (
    <ol className="grid grid-cols-1 content-start gap-2.5 text-sm">
      {steps.map((step, index) => (
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
  );
}
