"use client";

import { useCallback, useRef, useState } from "react";
import { type Faults, useFirstFault } from "@/lib/faults";
import { faultsOf } from "@/trpc/failure";

type Sent = { phase: "idle" | "sending" | "done" | "failed"; faults: Faults };

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
      setSent({ phase: "failed", faults: faultsOf(error) });
    }
  }

  const restart = useCallback(() => {
    form.current?.reset();
    isUnderWay.current = false;
    setSent(idle);
  }, [form]);

  const hasFailed = sent.phase === "failed" && Object.keys(sent.faults).length === 0;
  return { form, ...sent, hasFailed, send, restart };
}
