"use client";

import { type FormEvent, useCallback, useLayoutEffect, useRef, useState } from "react";
import { codeOf, type FormErrors, faultsOf, messageOf } from "@/trpc/failure";
import { toast } from "../ui/toast";

/** Without an answer, or while the request still runs, the outcome is unknown. */
const leftFailed = (cause: unknown, told: string) =>
  told && codeOf(cause) !== "REQUEST_IN_PROGRESS"
    ? `The form you left did not go through. ${told}`
    : "No answer came to the form you left. Please check whether it was done.";

type ServerFormOptions<Name extends string, Answer> = {
  /** Names of the fields that `check` and `send` receive as text; a ticked checkbox is "on". */
  fields: readonly Name[];
  /** Errors that the browser can find, by field name. If there are any, nothing is sent. */
  check?: (given: Record<Name, string>) => FormErrors;
  send: (given: Record<Name, string>) => Promise<Answer>;
  /** The form is busy until this has ended. The form may have left the page by then. */
  onDone?: (answer: Answer, form: HTMLFormElement) => unknown;
  /** Stay busy after success until `forget` is called, because another page or a confirmation follows. */
  once?: boolean;
  /** The message about a refusal after the form was left, instead of the server's. */
  refusedAs?: (refusal: unknown) => string;
};

type Sent<Answer> = { phase: "idle" | "sending" | "done"; faults: FormErrors; error?: Error; answer?: Answer };

/**
 * State of a form that the server validates. Errors appear beside their fields and the first invalid field gets the focus; input is
 * kept after an error, and a submission in progress is not sent again. Spread `form` on the form element.
 */
export function useServerForm<Name extends string, Answer>(options: ServerFormOptions<Name, Answer>) {
  const { fields, check, send, onDone, once = false, refusedAs } = options;
  const ref = useRef<HTMLFormElement>(null);
  // A second press can come before the button is busy.
  const isLocked = useRef(false);
  const [{ phase, faults, error, answer }, setSent] = useState<Sent<Answer>>({ phase: "idle", faults: {} });

  // The server may name a field that the form does not show.
  const [isUnseen, setIsUnseen] = useState(false);

  useLayoutEffect(() => {
    const first = isAny(faults) && ref.current?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (first) first.focus();
    setIsUnseen(isAny(faults) && !first);
  }, [faults]);

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isLocked.current) return;
    const form = event.currentTarget;
    const given = textsOf(form, fields);
    const found = check?.(given) ?? {};
    if (isAny(found)) return setSent({ phase: "idle", faults: found });
    isLocked.current = true;
    setSent({ phase: "sending", faults: {} });
    try {
      const received = await send(given);
      await onDone?.(received, form);
      setSent({ phase: "done", faults: {}, answer: received });
      isLocked.current = once;
    } catch (cause) {
      const told = messageOf(cause, "");
      if (!form.isConnected) toast.error(leftFailed(cause, told && (refusedAs?.(cause) ?? told)));
      isLocked.current = false;
      setSent({
        phase: "idle",
        faults: faultsOf(cause),
        error: cause instanceof Error ? cause : new Error(String(cause)),
      });
    }
  }

  const forget = useCallback(() => {
    isLocked.current = false;
    setSent({ phase: "idle", faults: {} });
  }, []);

  return {
    form: { ref, method: "post", onSubmit } as const,
    faults,
    error,
    /** The error, unless it is shown beside a field. */
    failure: isAny(faults) && !isUnseen ? undefined : error,
    busy: phase === "sending" || (once && phase === "done"),
    isDone: phase === "done",
    answer,
    forget,
  };
}

function textsOf<Name extends string>(form: HTMLFormElement, names: readonly Name[]): Record<Name, string> {
  const data = new FormData(form);
  return Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? "")])) as Record<Name, string>;
}

const isAny = (faults: FormErrors) => Object.keys(faults).length > 0;
