import { useRouter } from "next/navigation";
import { useRef } from "react";
import { toast } from "@/components/ui/toast";
import { codeOf } from "@/trpc/failure";
import { copy } from "../messages";
import { forgetSession } from "./forget-session";

/** For an action that ends the person's own session; `to` is the next page. The mutation handles the end of the session. */
export function useLastAct(to: "/" | "/login") {
  const router = useRouter();
  const isUnsure = useRef(false);

  async function leave(message: string): Promise<void> {
    await forgetSession();
    toast.success(message);
    router.push(to);
    router.refresh();
  }

  /** Leaves the page if the session has ended: after a lost response, this shows that the action was done. Otherwise returns false. */
  async function leftAfter(error: unknown, done: string): Promise<boolean> {
    const code = codeOf(error);
    const isOver = code === "UNAUTHORIZED";
    if (isOver) await leave(isUnsure.current ? done : copy.endedBefore);
    isUnsure.current = code === undefined;
    return isOver;
  }

  return { leave, leftAfter };
}
