"use client";

import { useCallback, useEffect, useRef } from "react";
import { honeypotName } from "@/lib/honeypot";
import { codeOf, faultsOf, messageOf } from "@/trpc/failure";
import { useServerForm } from "./use-server-form";

const failed = "Something went wrong. Please try again.";

/** Nobody fills in a form in less, in milliseconds; what is sent sooner waits until then. */
const leastTime = 2000;

/** A form that anybody may send, once, until `restart`. It holds a HoneypotField. */
export function usePublicForm<Name extends string>(
  fields: readonly Name[],
  call: (given: Record<Name, string>) => Promise<unknown>,
) {
  const honeypot = useRef<HTMLInputElement>(null);
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  const { form, failure, forget, ...sent } = useServerForm({
    fields: [...fields, honeypotName],
    once: true,
    async send(given) {
      await new Promise((resolve) => setTimeout(resolve, shownAt.current + leastTime - performance.now()));
      await call(given).catch((error: unknown) => {
        if (faultsOf(error)[honeypotName] === undefined) throw error;
        // Should a browser have filled it in after all, the person's next press gets through.
        if (honeypot.current) honeypot.current.value = "";
        throw new Error(failed);
      });
    },
  });

  const { ref } = form;
  const restart = useCallback(() => {
    ref.current?.reset();
    shownAt.current = performance.now();
    forget();
  }, [ref, forget]);

  // One sentence for all failures (spec §8), but for who has to wait: that one says how long.
  const sentence = codeOf(failure) === "TOO_MANY_REQUESTS" ? messageOf(failure, failed) : failed;
  return { ...sent, form, honeypot, failure: failure && sentence, restart };
}
