"use client";

import { ClockProvider, Moment } from "@/components/ui/clock";
import { api } from "@/trpc/client";

/** The moment when a material expires. Only staff see it, so visitors do not load it. */
export function Expiry({ at }: { at: Date }) {
  const { data } = api.settings.clock.useQuery();
  return (
    <ClockProvider value={data?.clock ?? "24"}>
      <Moment at={at} />
    </ClockProvider>
  );
}
