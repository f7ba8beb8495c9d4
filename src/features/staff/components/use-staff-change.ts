"use client";

import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";

/** Options of a mutation of the staff: reads the list again, and says what was done or why not. */
export function useStaffChange() {
  const { staff } = api.useUtils();
  return (done: string, then?: () => void) => ({
    onSuccess() {
      void staff.list.invalidate();
      toast.success(done);
      then?.();
    },
    onError: (error: unknown) => void toast.error(messageOf(error, copy.failed)),
  });
}
