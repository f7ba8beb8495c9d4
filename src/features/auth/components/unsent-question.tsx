"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { forgetUnsent } from "@/lib/unsent-store";
import { leaving as copy } from "../messages-leaving";

type UnsentQuestionProps = {
  count: number;
  /** The owner of the input, if the page knows: only that person may discard it. */
  personId: string | undefined;
  onStay: () => void;
  /** `then` is called once the person is logged out. */
  onLogout: (then?: () => void) => void;
};

/** Asks for confirmation before a logout while there is unsent input. */
export function UnsentQuestion({ count, personId, onStay, onLogout }: UnsentQuestionProps) {
  const [throwsAway, setThrowsAway] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onStay()}
      title={copy.unsentTitle}
      description={
        <>
          {copy.unsent(count)}
          {personId !== undefined && (
            <Checkbox checked={throwsAway} onChange={() => setThrowsAway(!throwsAway)} label={copy.throwUnsentAway} />
          )}
        </>
      }
      confirmLabel={throwsAway ? copy.throwAwayAndLogOut : copy.logOutAnyway}
      confirmVariant={throwsAway ? "danger" : "primary"}
      cancelLabel={copy.stay}
      onConfirm={() => onLogout(personId !== undefined && throwsAway ? () => forgetUnsent(personId) : undefined)}
    />
  );
}
