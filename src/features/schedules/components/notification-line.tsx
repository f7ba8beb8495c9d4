import { keepPreviousData } from "@tanstack/react-query";
import { Mail } from "lucide-react";
import type { z } from "zod";
import { api } from "@/trpc/client";
import { reachInWords } from "../rules-news";
import type { reachInput } from "../schema-news";

/** Who will be notified of a change by email, and when; empty until something is typed. */
export function NotificationLine({ of }: { of: z.input<typeof reachInput> | null }) {
  const reach = api.schedules.reach.useQuery(of ?? { className: "1", place: null }, {
    enabled: of !== null,
    placeholderData: keepPreviousData,
  });
  const told = of && reach.data;
  return (
    <p role="status" className="flex gap-2 text-ink-soft text-sm empty:hidden">
      {told && (
        <>
          <Mail aria-hidden className="mt-0.5 size-4 shrink-0" />
          <span>{reachInWords(told)}</span>
        </>
      )}
    </p>
  );
}
