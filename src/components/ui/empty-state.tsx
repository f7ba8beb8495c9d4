import type { ReactNode } from "react";

type EmptyStateProps = {
  icon: ReactNode;
  title: string;
  hint?: string;
  action?: ReactNode;
};

export function EmptyState({ icon, title, hint, action }: EmptyStateProps) {
  return (
    <div className="grid justify-items-center gap-2 rounded-lg border border-line border-dashed px-6 py-14 text-center office:border-solid office:bg-surface office:py-10">
      <span
        aria-hidden
        className="mb-2 grid size-14 place-items-center rounded-full bg-sunken text-ink-soft [&_svg]:size-6"
      >
        {icon}
      </span>
      <p className="font-semibold text-lg">{title}</p>
      {hint && <p className="max-w-form text-ink-soft text-sm">{hint}</p>}
      {action && <div className="mt-4">{action}</div>}
    </div>
  );
}
