import type { ReactNode } from "react";
import { ClockProvider } from "@/components/ui/clock";
import { prefetch, publicCaller } from "@/http/page-session";

/** Puts the office's choice of how times are written round the pages that show some. */
export async function InstituteClock({ children }: { children: ReactNode }) {
  const found = await prefetch("clock", () => publicCaller().settings.clock());
  return <ClockProvider value={found?.clock ?? "24"}>{children}</ClockProvider>;
}
