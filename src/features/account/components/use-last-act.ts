import { useRouter } from "next/navigation";
import { useRef } from "react";
import { toast } from "@/components/ui/toast";
import { codeOf } from "@/trpc/failure";
import { copy } from "../messages";
import { forgetSession } from "./forget-session";

/** For an act that ends the own session; `to` is the page that follows. Its mutation handles the end of the session. */
export function useLastAct(to: "/" | "/login") {
  const router = useRouter();
  const isUnsure = useRef(false);

  async function leave(message: string): Promise<void> {
    await forgetSession();
    toast.success(message);
    router.push(to);
    router.refresh();
  }

  /** Leaves if the session has ended: after a lost answer, because the act was done. Returns false otherwise. */
  async function leftAfter(error: unknown, done: string): Promise<boolean> {
    const code = codeOf(error);
    const isOver = code === "UNAUTHORIZED";
    if (isOver) await leave(isUnsure.current ? done : copy.endedBefore);
    isUnsure.current = code === undefined;
    return isOver;
  }

  return { leave, leftAfter };
}
