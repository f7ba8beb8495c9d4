"use client";

import { useState } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { passFocusOn, takeFocus, takeLostFocus } from "@/components/ui/take-focus";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { joinScreens as copy } from "../messages-screens";
import { descriptionOf } from "../rules";
import type { CodeOwnerView } from "../schema";

type CodeOwnerProps = { code: string; owner: CodeOwnerView; onDeclined: () => void };

/** Shows whose code it is; anyone else can decline it. */
export function CodeOwner({ code, owner, onDeclined }: CodeOwnerProps) {
  const [asks, setAsks] = useState(false);
  const decline = api.codes.decline.useMutation({ onSuccess: onDeclined });
  const send = useSingleFlight(decline);
  const name = owner.guardian?.firstName ?? owner.firstName;
  return (
    <section
      ref={takeFocus}
      tabIndex={-1}
      aria-label={copy.hello(name)}
      className="grid gap-3 rounded-lg border border-line bg-accent-soft p-4 outline-none"
    >
      <div className="flex items-center justify-between gap-3">
        <div className="grid min-w-0 gap-0.5">
          <p className="wrap-anywhere font-semibold text-lg">{copy.hello(name)}</p>
          <p className="wrap-anywhere text-ink-soft text-sm">{descriptionOf(owner)}</p>
        </div>
        {!asks && (
          <Button variant="quiet" onClick={() => setAsks(true)}>
            {copy.notYou}
          </Button>
        )}
      </div>
      {asks && (
        <div className="grid gap-3 border-line border-t pt-3 text-sm">
          <p ref={takeLostFocus} tabIndex={-1}>
            {copy.notYouQuestion(name)}
          </p>
          {decline.error && <Alert tone="error">{messageOf(decline.error, copy.failed)}</Alert>}
          <div className="flex flex-wrap gap-2">
            <Button ref={passFocusOn} variant="secondary" onClick={() => setAsks(false)}>
              {copy.notYouNo}
            </Button>
            <Button variant="danger" busy={decline.isPending} onClick={() => send({ code })}>
              {copy.notYouYes}
            </Button>
          </div>
        </div>
      )}
    </section>
  );
}
