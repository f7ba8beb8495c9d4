import { clsx } from "clsx";
import { CalendarClock, CalendarX } from "lucide-react";

export function ChangeNote({ cancelled, children }: { cancelled: boolean; children: string }) {
  return (
    <p
      className={clsx(
        "flex w-fit max-w-full items-start gap-2 rounded-sm px-2.5 py-1 font-semibold text-xs [&_svg]:mt-px [&_svg]:size-3.5 [&_svg]:shrink-0",
        cancelled ? "bg-danger-soft text-danger" : "bg-warn-soft text-warn",
      )}
    >
      {cancelled ? <CalendarX aria-hidden /> : <CalendarClock aria-hidden />}
      <span className="figures wrap-anywhere min-w-0">{children}</span>
    </p>
  );
}
