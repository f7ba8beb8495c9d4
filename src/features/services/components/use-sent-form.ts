"use client";

import { useEffect, useRef, useState } from "react";
import { issuesOf } from "@/trpc/failure";

type Sent = { phase: "idle" | "sending" | "done" | "failed"; faults: Partial<Record<string, string>> };

const idle: Sent = { phase: "idle", faults: {} };

/** A form that is sent once: what is wrong stands beside its field, the first of them has the focus, nothing is lost. */
export function useSentForm<Input>(call: (input: Input) => Promise<unknown>) {
  const form = useRef<HTMLFormElement>(null);
  const isUnderWay = useRef(false);
  const [sent, setSent] = useState(idle);

  useEffect(() => {
    if (sent.phase === "failed") form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [sent]);

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
      const faults = Object.fromEntries(issuesOf(error).map(({ path, message }) => [path[0], message]));
      setSent({ phase: "failed", faults });
    }
  }

  function restart() {
    form.current?.reset();
    isUnderWay.current = false;
    setSent(idle);
  }

  return { form, ...sent, send, restart };
}
