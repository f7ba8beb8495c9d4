"use client";

import { useState } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { passFocusOn } from "@/components/ui/take-focus";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { adding } from "../messages-add";
import type { AddedResultView } from "../schema";

/** The results added since the form was opened, newest first; each can be undone for ten minutes. */
export function Sitting({ added }: { added: readonly AddedResultView[] }) {
  if (added.length === 0) return null;
  return (
    <section aria-labelledby="sitting" className="grid grid-cols-1 gap-2">
      <h2 id="sitting" className="text-lg">
        {adding.sitting} <span className="figures font-normal text-ink-soft text-sm">{added.length}</span>
      </h2>
      <ul className="rounded-md border border-line text-sm">
        {added.map((result) => (
          <Added key={result._id} result={result} />
        ))}
      </ul>
    </section>
  );
}

function Added({ result }: AddedProps) {
  const { _id: id, studentId, studentName, joinedRoster, joinedClass, subject, examName, className } = result;
  const { students } = api.useUtils();
  const [isGone, setIsGone] = useState(false);
  const taking = api.results.takeBack.useMutation({
    onSuccess() {
      setIsGone(true);
      void students.list.invalidate();
    },
    // The answer to an earlier click was lost.
    onError: (error) => codeOf(error) === "GONE" && setIsGone(true),
  });
  const take = useSingleFlight(taking);
  const what = [subject, examName].filter(Boolean).join(", ") || adding.ofClass(className);
  return (
    <li tabIndex={-1} className="grid grid-cols-1 gap-1 border-line px-3.5 py-2 not-last:border-b">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className={`grid min-w-0 grow basis-40 ${isGone ? "line-through" : ""}`}>
          <span className="wrap-anywhere font-semibold">{studentName}</span>
          <span className="wrap-anywhere text-ink-soft text-xs">{what}</span>
        </span>
        <span className={`figures ${isGone ? "line-through" : ""}`}>
          {result.score} / {result.totalMarks}
        </span>
        {isGone ? (
          <span role="status" className="text-ink-soft">
            {adding.takenBack}
          </span>
        ) : (
          <Button
            ref={passFocusOn}
            variant="quiet"
            aria-label={adding.takeBackOf(studentName)}
            busy={taking.isPending}
            busyText={adding.takingBack}
            onClick={() => take({ ids: [id] })}
          >
            {adding.takeBack}
          </Button>
        )}
      </div>
      {isGone && joinedRoster && (
        <p role="status" className="text-ink-soft">
          {joinedClass === null ? adding.stillOnWithoutClass(studentName) : adding.stillOn(studentName, joinedClass)}{" "}
          <Link href={`/admin/students/${studentId}`} className="link rounded-sm">
            {adding.seeStudent}
          </Link>
        </p>
      )}
      {taking.error && !isGone && <Alert tone="error">{messageOf(taking.error, adding.takeBackFailed)}</Alert>}
    </li>
  );
}

type AddedProps = { result: AddedResultView };
