"use client";

import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";

/** Options of a staff mutation: reloads the list, even if there was no response, and shows the result. */
export function useStaffChange() {
  const { staff } = api.useUtils();
  return (done: string, then?: () => void) => ({
    onSuccess() {
      void staff.list.invalidate();
      toast.success(done);
      then?.();
    },
    onError(error: unknown) {
      void staff.list.invalidate();
      toast.error(messageOf(error, copy.failed));
    },
  });
}
