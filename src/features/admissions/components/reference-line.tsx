"use client";

import { Check, Copy, Printer } from "lucide-react";
import { useState } from "react";
import { useFacts } from "@/components/site/facts";
import { Button } from "@/components/ui/button";
import { ButtonLink } from "@/components/ui/button-link";
import { dateHere } from "@/content/institute";
import { shownDay } from "@/lib/dates";
import { copy } from "../messages";
import type { SubmittedView } from "../schema";

/** Keeps the reference visible after the form is reset, to copy, print or follow it. */
export function ReferenceLine({ submitted }: { submitted: SubmittedView }) {
  const { reference, email, mailed, answerDue, name, state } = submitted;
  const institution = useFacts();
  return (
    <div className="printed-alone grid animate-appear grid-cols-1 gap-3 rounded-md bg-accent-soft px-5 py-4">
      <div className="grid min-w-0 grid-cols-1 gap-1">
        <p className="hidden print:block">
          {institution.name}, {institution.phone}. {copy.printedFor(name)}
        </p>
        <p>
          {copy.yourReference}:{" "}
          <strong className="figures select-all whitespace-nowrap font-semibold text-lg">{reference}</strong>
        </p>
        {answerDue && <p className="text-balance">{copy.answerBy(shownDay(dateHere(answerDue)))}</p>}
        {state === "waiting" && <p>{copy.onWaitingList}</p>}
        <p className="break-words text-ink-soft text-sm print:hidden">
          {mailed ? copy.referenceMailed(email) : copy.referenceUnmailed}
        </p>
        <p className="hidden print:block">
          {copy[mailed ? "printedFollow" : "printedFollowUnmailed"](`${window.location.origin}/admission`)}
        </p>
      </div>
      <div className="flex flex-wrap gap-3 max-sm:*:grow print:hidden">
        <CopyButton text={reference} />
        <Button variant="secondary" onClick={() => window.print()}>
          <Printer aria-hidden className="size-4.5" />
          {copy.printReference}
        </Button>
        <ButtonLink href={`/admission#number=${reference}`} variant="secondary">
          {copy.linkLabel}
        </ButtonLink>
      </div>
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  // Without HTTPS there is no clipboard; a click selects the whole number.
  if (!navigator.clipboard) return null;
  const Icon = copied ? Check : Copy;
  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          navigator.clipboard.writeText(text).then(
            () => setCopied(true),
            (error: unknown) => console.warn(error),
          );
        }}
      >
        <Icon aria-hidden className="size-4.5" />
        {copied ? copy.copiedReference : copy.copyReference}
      </Button>
      <span aria-live="polite" className="sr-only">
        {copied && copy.copiedReference}
      </span>
    </>
  );
}
