import { clsx } from "clsx";

type StepRailProps = {
  steps: readonly { title: string; text: string }[];
  /** Three in a row if there is room. */
  across?: boolean;
};

/** Steps one below the other or side by side, their numbers joined by a line. */
export function StepRail({ steps, across = false }: StepRailProps) {
  return (
    <ol className={clsx("grid grid-cols-1", across && "gap-x-8 lg:grid-cols-3")}>
      {steps.map((step, index) => (
        <li
          key={step.title}
          className={clsx("group relative flex gap-5 pb-7 last:pb-0", across && "lg:flex-col lg:gap-3 lg:pb-0")}
        >
          <span
            aria-hidden
            className={clsx(
              "absolute inset-y-0 start-5.5 border-line-strong border-s border-dashed group-last:hidden",
              across && "lg:inset-x-0 lg:-end-8 lg:top-5.5 lg:bottom-auto lg:border-s-0 lg:border-t",
            )}
          />
          <span
            aria-hidden
            className="figures relative grid size-11 shrink-0 place-items-center rounded-full bg-accent font-semibold text-on-accent"
          >
            {index + 1}
          </span>
          <div className="wrap-anywhere grid min-w-0 grid-cols-1 gap-1 pt-2">
            <h3 className="text-lg">{step.title}</h3>
            <p className="text-ink-soft">{step.text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
