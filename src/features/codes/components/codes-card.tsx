"use client";

import { useState } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { useClock } from "@/components/ui/clock";
import { Fold } from "@/components/ui/fold";
import { lazily } from "@/components/ui/lazily";
import { Skeleton } from "@/components/ui/skeleton";
import { passFocusOn } from "@/components/ui/take-focus";
import { toast } from "@/components/ui/toast";
import { shownDateHere } from "@/content/institute";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { officeScreens as copy } from "../messages-screens";
import type { CodeView } from "../schema";
import { endInWords } from "./end-in-words";
import type { CodePerson } from "./login-actions";

const GuardianCodeDialog = lazily(() => import("./guardian-code-dialog").then((module) => module.GuardianCodeDialog));

/** True for an open code, or one that reached the wrong person. */
const needsAttention = ({ state }: CodeView) => state === "open" || state === "declined";

/** The codes of a student and of the guardians; ended codes are collapsed. */
export function CodesCard({ person }: { person: CodePerson }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data, error } = api.codes.list.useQuery({ personId: person._id });
  const now = data?.items.filter(needsAttention) ?? [];
  const over = data?.items.filter((code) => !needsAttention(code)) ?? [];
  return (
    <Card
      as="section"
      padding="none"
      aria-labelledby="codes"
      tabIndex={-1}
      className="grid grid-cols-1 content-start gap-1.5 rounded-md px-4 py-3 text-sm"
    >
      <h2 id="codes" className="text-base">
        {copy.codes}
      </h2>
      {error && <p className="text-danger">{messageOf(error, copy.loadFailed)}</p>}
      {!data && !error && <Skeleton className="h-10" />}
      {data?.items.length === 0 && <p className="text-ink-soft">{copy.none}</p>}
      <Lines codes={now} />
      {over.length > 0 && (
        <Fold summary={copy.over(over.length)} quiet>
          <Lines codes={over} />
        </Fold>
      )}
      <Button variant="secondary" onClick={() => setIsOpen(true)}>
        {copy.guardian}
      </Button>
      {isOpen && <GuardianCodeDialog person={person} onClose={() => setIsOpen(false)} />}
    </Card>
  );
}

function Lines({ codes }: { codes: CodeView[] }) {
  if (codes.length === 0) return null;
  return (
    <ul className="grid grid-cols-1 divide-y divide-line">
      {codes.map((code) => (
        <Line key={code._id} code={code} />
      ))}
    </ul>
  );
}

function Line({ code }: { code: CodeView }) {
  const { purpose, name, relation, way, state, createdAt, createdBy, expiresAt, endedAt } = code;
  const clock = useClock();
  const { codes, students } = api.useUtils();
  const revoke = api.codes.revoke.useMutation({
    onSuccess: () => toast.success(copy.ended),
    onError: (error) => toast.error(messageOf(error, copy.failed)),
    onSettled() {
      void codes.list.invalidate();
      void students.list.invalidate();
    },
  });
  const end = useSingleFlight(revoke);
  const what = [copy.purposes[purpose], name && `${name} (${relation})`, copy.ways[way]].filter(Boolean).join(", ");
  return (
    <li className="flex items-start justify-between gap-3 py-2 first:pt-0 last:pb-0">
      <span className="grid min-w-0 grid-cols-1">
        <span className="wrap-anywhere font-semibold">{what}</span>
        <span className={state === "declined" ? "font-semibold text-warn" : "text-ink-soft text-xs"}>
          {copy.states[state](endedAt ? shownDateHere(endedAt) : endInWords(expiresAt, clock))}
        </span>
        <span className="wrap-anywhere text-ink-soft text-xs">{copy.madeBy(shownDateHere(createdAt), createdBy)}</span>
      </span>
      {state === "open" && (
        <Button
          ref={passFocusOn}
          variant="quiet"
          aria-label={copy.endOf(what)}
          busy={revoke.isPending}
          onClick={() => end({ id: code._id })}
        >
          {copy.end}
        </Button>
      )}
    </li>
  );
}
