import { useRouter } from "next/navigation";
import { useRef } from "react";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { codeOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { Settings } from "../schema";

/** Changes a setting from the value that was seen. Where a colleague has changed it since, the page is drawn anew. */
export function useSetting(found: Settings) {
  const router = useRouter();
  // What the fields were drawn with, or saved as last; after a refusal it is what the page shows by then.
  const drawn = useRef<Settings | undefined>(found);
  const change = api.settings.change.useMutation({
    meta: { expected: ["CONFLICT"] },
    onSuccess(saved) {
      drawn.current = saved;
      toast.success(copy.saved);
      router.refresh();
    },
    onError(error) {
      if (codeOf(error) !== "CONFLICT") return;
      drawn.current = undefined;
      router.refresh();
    },
  });
  return { change, seen: () => drawn.current ?? found };
}
