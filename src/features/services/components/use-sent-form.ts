"use client";

import { useCallback, useRef, useState } from "react";
import { type Faults, useFirstFault } from "@/lib/faults";
import { codeOf, faultsOf, messageOf } from "@/trpc/failure";
import { copy } from "../copy";

type Sent = { phase: "idle" | "sending" | "done" | "failed"; faults: Faults; failure?: string };

const idle: Sent = { phase: "idle", faults: {} };

/** A form that is sent once: what is wrong stands beside its field, the first of them has the focus, nothing is lost. */
export function useSentForm<Input>(call: (input: Input) => Promise<unknown>) {
  const isUnderWay = useRef(false);
  const [sent, setSent] = useState(idle);
  const form = useFirstFault(sent.faults);

  async function send(input: Input) {
    // Two quick presses come before the button is drawn disabled.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSent({ phase: "sending", faults: {} });
    try {
      await call(input);
      setSent({ phase: "done", faults: {} });
    } catch (error) {
      console.error(error);
      isUnderWay.current = false;
      const found = faultsOf(error);
      setSent({
        phase: "failed",
        faults: found,
        ...(Object.keys(found).length === 0 && { failure: failureOf(error) }),
      });
    }
  }

  const restart = useCallback(() => {
    form.current?.reset();
    isUnderWay.current = false;
    setSent(idle);
  }, [form]);

  return { form, ...sent, send, restart };
}

// One sentence for all failures (spec §8), but for who has to wait: that one says how long.
function failureOf(error: unknown): string {
  return codeOf(error) === "TOO_MANY_REQUESTS" ? messageOf(error, copy.failed) : copy.failed;
}
