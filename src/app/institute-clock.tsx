import type { ReactNode } from "react";
import { ClockProvider } from "@/components/ui/clock";
import { prefetch, publicCaller } from "@/http/page-session";

/** Provides the configured time format to pages that show times. */
export async function InstituteClock({ children }: { children: ReactNode }) {
  const found = await prefetch("clock", () => publicCaller().settings.clock());
  return <ClockProvider value={found?.clock ?? "24"}>{children}</ClockProvider>;
}
