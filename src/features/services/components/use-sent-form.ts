"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import { type Faults, useFirstFault } from "@/lib/faults";
import { trapName } from "@/lib/trap";
import { codeOf, faultsOf, messageOf } from "@/trpc/failure";
import { copy } from "../copy";

type Sent = { phase: "idle" | "sending" | "done" | "failed"; faults: Faults; failure?: string };

const idle: Sent = { phase: "idle", faults: {} };

/** Nobody fills in a form in less, in milliseconds; what is sent sooner waits until then. */
const leastTime = 2000;

/** A form that is sent once: what is wrong stands beside its field, the first of them has the focus, nothing is lost. */
export function useSentForm<Input>(call: (input: Input) => Promise<unknown>) {
  const isUnderWay = useRef(false);
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  const [sent, setSent] = useState(idle);
  const form = useFirstFault(sent.faults);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);

  async function send(input: Input) {
    // Two quick presses come before the button is drawn disabled.
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    setSent({ phase: "sending", faults: {} });
    try {
      await new Promise((resolve) => setTimeout(resolve, shownAt.current + leastTime - performance.now()));
      await call(input);
      setSent({ phase: "done", faults: {} });
    } catch (error) {
      console.error(error);
      isUnderWay.current = false;
      const { [trapName]: trapped, ...found } = faultsOf(error);
      if (trapped) emptyTrap(form.current);
      setSent({
        phase: "failed",
        faults: found,
        ...(Object.keys(found).length === 0 && { failure: failureOf(error) }),
      });
    }
  }

  const restart = useCallback(() => {
    form.current?.reset();
    shownAt.current = performance.now();
    isUnderWay.current = false;
    setSent(idle);
  }, [form]);

  return { form, ...sent, send, restart };
}

// Should a browser have filled it in after all, the person's next press gets through.
function emptyTrap(form: HTMLFormElement | null): void {
  const trap = form?.elements.namedItem(trapName);
  if (trap instanceof HTMLInputElement) trap.value = "";
}

// One sentence for all failures (spec §8), but for who has to wait: that one says how long.
function failureOf(error: unknown): string {
  return codeOf(error) === "TOO_MANY_REQUESTS" ? messageOf(error, copy.failed) : copy.failed;
}
