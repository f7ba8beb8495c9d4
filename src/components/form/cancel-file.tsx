"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { AskDialog, type Asked } from "./ask-dialog";

type CancelFileProps<Input> = Asked<Input> & {
  words: { cancel: string; cancelQuestion: (file: string) => string; cancelHint: string; throwAway: string };
  fileName: string;
};

/** Asks before an unapplied file is deleted. */
export function CancelFile<Input>({ words, fileName, ...asked }: CancelFileProps<Input>) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button variant="quiet" onClick={() => setIsAsking(true)}>
        {words.cancel}
      </Button>
      <AskDialog
        {...asked}
        open={isAsking}
        onOpenChange={setIsAsking}
        title={words.cancelQuestion(fileName)}
        description={words.cancelHint}
        confirmLabel={words.throwAway}
      />
    </>
  );
}
