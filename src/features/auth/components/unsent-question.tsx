"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { Dialog } from "@/components/ui/dialog";
import { copy } from "../messages";

type UnsentQuestionProps = {
  count: number;
  /** It is known to be the person's own, who may throw it away. */
  isOwn: boolean;
  onStay: () => void;
  onLogout: (throwsAway: boolean) => void;
};

/** Asks for confirmation before a logout while there is unsent input. */
export function UnsentQuestion({ count, isOwn, onStay, onLogout }: UnsentQuestionProps) {
  const [throwsAway, setThrowsAway] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onStay()}
      title={copy.unsentTitle}
      description={
        <>
          {copy.unsent(count)}
          {isOwn && (
            <Checkbox
              checked={throwsAway}
              onChange={() => setThrowsAway(!throwsAway)}
              label={copy.throwUnsentAway(count)}
            />
          )}
        </>
      }
      confirmLabel={throwsAway ? copy.throwAwayAndLogOut : copy.logOutAnyway}
      confirmVariant={throwsAway ? "danger" : "primary"}
      cancelLabel={copy.stay}
      onConfirm={() => onLogout(throwsAway)}
    />
  );
}
