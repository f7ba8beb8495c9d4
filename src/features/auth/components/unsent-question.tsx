"use client";

import { Dialog } from "@/components/ui/dialog";
import { copy } from "../messages";

type UnsentQuestionProps = { count: number; onStay: () => void; onLogout: () => void };

/** Asks for confirmation before a logout that would lose unsent input. */
export function UnsentQuestion({ count, onStay, onLogout }: UnsentQuestionProps) {
  return (
    <Dialog
      open
      onOpenChange={(next) => !next && onStay()}
      title={copy.unsentTitle}
      description={copy.unsent(count)}
      confirmLabel={copy.logOutAnyway}
      confirmVariant="primary"
      cancelLabel={copy.stay}
      onConfirm={onLogout}
    />
  );
}
