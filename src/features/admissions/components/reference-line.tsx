"use client";

import { Check, Copy } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { institute } from "@/content/institute";
import { dateIn, shownDay } from "@/lib/dates";
import { copy } from "../messages";
import type { SubmittedView } from "../schema";

/** Keeps the reference of an application in sight after its form is empty again. */
export function ReferenceLine({ submitted }: { submitted: SubmittedView }) {
  const { reference, email, mailed, answerDue } = submitted;
  return (
    <div className="flex animate-appear flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-md bg-accent-soft px-5 py-4">
      <div className="grid min-w-0 grow basis-60 grid-cols-1 gap-1">
        <p>
          {copy.yourReference}:{" "}
          <strong className="figures select-all whitespace-nowrap font-semibold text-lg">{reference}</strong>
        </p>
        {answerDue && <p>{copy.answerBy(shownDay(dateIn(institute.timeZone, answerDue)))}</p>}
        <p className="break-words text-ink-soft text-sm">
          {mailed ? copy.referenceMailed(email) : copy.referenceUnmailed}
        </p>
      </div>
      <CopyButton text={reference} />
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  // A page that did not come over HTTPS has no clipboard; one press on the number selects it whole.
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
