import { clsx } from "clsx";
import { CircleAlert, CircleCheck, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

type AlertProps = {
  tone: "error" | "warning" | "success" | "info";
  title?: string;
  children?: ReactNode;
  /** A button or link that helps: beside the text if there is room, otherwise below it. */
  action?: ReactNode;
};

const tones = {
  error: { Icon: CircleAlert, box: "border-danger bg-danger-soft", mark: "text-danger" },
  warning: { Icon: TriangleAlert, box: "border-warn bg-warn-soft", mark: "text-warn" },
  success: { Icon: CircleCheck, box: "border-success bg-success-soft", mark: "text-success" },
  info: { Icon: Info, box: "border-line bg-accent-soft", mark: "text-accent" },
} as const;

/** A message in the page. Errors interrupt a screen reader; other messages wait their turn. */
export function Alert({ tone, title, children, action }: AlertProps) {
  const { Icon, box, mark } = tones[tone];
  return (
    <div role={tone === "error" ? "alert" : "status"} className={clsx("flex gap-3 rounded-md border p-4 text-sm", box)}>
      <Icon aria-hidden className={clsx("mt-px size-5 shrink-0", mark, action && !title && "sm:mt-0 sm:self-center")} />
      <div className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <div className="grid min-w-0 grow basis-60 gap-1">
          {title && <p className="font-semibold">{title}</p>}
          {children && <div>{children}</div>}
        </div>
        {action && <div className="max-w-full shrink-0 empty:hidden">{action}</div>}
      </div>
    </div>
  );
}
