"use client";

import { useCallback, useEffect, useRef } from "react";
import { keyOfTyped } from "@/lib/form-key";
import { honeypotName } from "@/lib/honeypot";
import { leftBehind } from "@/lib/unsent";
import { codeOf, faultsOf, messageOf } from "@/trpc/failure";
import { toast } from "../ui/toast";
import { useServerForm } from "./use-server-form";

const failed = "Something went wrong. Please try again.";

/** One message for all failures (spec §8), except rate limits: their message says how long to wait. */
const refusedAs = (failure: unknown) => (codeOf(failure) === "TOO_MANY_REQUESTS" ? messageOf(failure, failed) : failed);

/** Minimum time to fill in a form, in milliseconds; earlier submissions wait until then. */
const leastTime = 2000;

/**
 * A public form that can be submitted once, until `restart`. It contains a HoneypotField. A visitor who comes back by a link or
 * by Back finds the input again. `fields` is a constant; `done` is the message if the form was left before it succeeded.
 */
export function usePublicForm<Name extends string>(
  fields: readonly Name[],
  call: (given: Record<Name | "key", string>) => Promise<unknown>,
  done: string,
) {
  const honeypot = useRef<HTMLInputElement>(null);
  const shownAt = useRef(Number.POSITIVE_INFINITY);
  useEffect(() => {
    shownAt.current = performance.now();
  }, []);
  const { form, failure, forget, ...sent } = useServerForm({
    fields: [...fields, honeypotName],
    once: true,
    refusedAs,
    onDone(_, sent) {
      sent.reset();
      if (sent.isConnected) return;
      if (leftBehind.has(fields.join())) leftBehind.set(fields.join(), []);
      toast.success(done);
    },
    async send(given) {
      await new Promise((resolve) => setTimeout(resolve, shownAt.current + leastTime - performance.now()));
      const typed = JSON.stringify(given);
      await call({ ...given, key: keyOfTyped(leftBehind, typed) }).catch((error: unknown) => {
        if (faultsOf(error)[honeypotName] === undefined) throw error;
        // If a browser has filled it in after all, the next attempt succeeds.
        if (honeypot.current) honeypot.current.value = "";
        throw new Error(failed);
      });
      leftBehind.delete(typed);
    },
  });

  const { ref } = form;
  useEffect(() => {
    const here = ref.current as HTMLFormElement;
    const key = fields.join();
    const left = (leftBehind.get(key) ?? []) as [name: string, value: string][];
    // After a logout it is gone, and nothing is kept.
    leftBehind.set(key, left);
    for (const [name, value] of left) {
      const control = here.elements.namedItem(name) as HTMLInputElement;
      if (control.type === "checkbox") control.checked = true;
      else control.value = value;
      control.dispatchEvent(new Event("change", { bubbles: true }));
    }
    return () => {
      const typed = [...new FormData(here)].filter(([name, value]) => value && fields.includes(name as Name));
      if (leftBehind.has(key)) leftBehind.set(key, typed);
    };
  }, [ref, fields]);

  const restart = useCallback(() => {
    shownAt.current = performance.now();
    forget();
  }, [forget]);

  return { ...sent, form, honeypot, failure: failure && refusedAs(failure), restart };
}
