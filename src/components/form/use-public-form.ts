"use client";

import { useCallback, useEffect, useRef } from "react";
import { honeypotName } from "@/lib/honeypot";
import { codeOf, faultsOf, messageOf } from "@/trpc/failure";
import { inMemory, useDraft } from "./use-draft";
import { useServerForm } from "./use-server-form";

const failed = "Something went wrong. Please try again.";

/** Minimum time to fill in a form, in milliseconds; earlier submissions wait until then. */
const leastTime = 2000;

/** A public form that can be submitted once, until `restart`. It contains a HoneypotField. */
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
    onDone: () => forgetDraft(),
    async send(given) {
      await new Promise((resolve) => setTimeout(resolve, shownAt.current + leastTime - performance.now()));
      await call(given).catch((error: unknown) => {
        if (faultsOf(error)[honeypotName] === undefined) throw error;
        // If a browser has filled it in after all, the next attempt succeeds.
        if (honeypot.current) honeypot.current.value = "";
        throw new Error(failed);
      });
    },
  });

  const { ref } = form;
  const forgetDraft = useDraft(ref, fields.join(), inMemory);
  const restart = useCallback(() => {
    ref.current?.reset();
    shownAt.current = performance.now();
    forget();
  }, [ref, forget]);

  // One message for all failures (spec §8), except rate limits: that one says how long to wait.
  const sentence = codeOf(failure) === "TOO_MANY_REQUESTS" ? messageOf(failure, failed) : failed;
  return { ...sent, form, honeypot, failure: failure && sentence, restart };
}
