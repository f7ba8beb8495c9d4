"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { Dialog } from "@/components/ui/dialog";
import { unsentKeeper } from "@/lib/unsent-store";

const students = (count: number) => (count === 1 ? "1 student" : `${count} students`);

const copy = {
  left: (count: number) =>
    `What you typed here for ${students(count)} was not sent. It waits in this browser, for you alone.`,
  throwAway: "Throw away",
  question: "Throw away what was not sent?",
  hint: (count: number) => `What you typed for ${students(count)} will be gone.`,
} as const;

/** Asks, then throws away input that can no longer be sent. */
export function ThrowAwayUnsent({ count, onThrow }: { count: number; onThrow: () => void }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <Button variant="secondary" size="small" onClick={() => setAsked(true)}>
        {copy.throwAway}
      </Button>
      <Dialog
        open={isAsked}
        onOpenChange={setAsked}
        title={copy.question}
        description={copy.hint(count)}
        confirmLabel={copy.throwAway}
        onConfirm={() => {
          setAsked(false);
          onThrow();
        }}
      />
    </>
  );
}

/** Shown instead of a sheet that no longer exists: the person's unsent input, if there is any. */
export function UnsentLeft({ personId, id }: { personId: string; id: string }) {
  const [keeper] = useState(() => unsentKeeper(personId, id));
  const [count, setCount] = useState(0);
  useEffect(() => setCount(Object.keys(keeper.take()).length), [keeper]);
  if (count === 0) return null;
  function throwAway() {
    keeper.keep({});
    setCount(0);
  }
  return (
    <div className="mb-4">
      <Callout act={<ThrowAwayUnsent count={count} onThrow={throwAway} />}>{copy.left(count)}</Callout>
    </div>
  );
}
