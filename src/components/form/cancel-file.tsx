"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";

type CancelFileProps = {
  words: { cancel: string; cancelQuestion: (file: string) => string; cancelHint: string; throwAway: string };
  fileName: string;
  busy: boolean;
  error: string | undefined;
  onConfirm: () => void;
};

/** Asks before a file is deleted that was not applied. */
export function CancelFile({ words, fileName, busy, error, onConfirm }: CancelFileProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        {words.cancel}
      </Button>
      <Dialog
        open={isAsking}
        onOpenChange={setIsAsking}
        title={words.cancelQuestion(fileName)}
        description={words.cancelHint}
        confirmLabel={words.throwAway}
        busy={busy}
        error={error}
        onConfirm={onConfirm}
      />
    </>
  );
}
