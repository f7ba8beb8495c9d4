"use client";

import { useState } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Button } from "@/components/ui/button";
import { useClock } from "@/components/ui/clock";
import { Failed } from "@/components/ui/failed";
import { lazily } from "@/components/ui/lazily";
import { Skeleton } from "@/components/ui/skeleton";
import { passFocusOn } from "@/components/ui/take-focus";
import { toast } from "@/components/ui/toast";
import { shownDateHere } from "@/content/institute";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { ownScreens as copy, officeScreens } from "../messages-screens";
import { shownOf } from "../rules";
import type { OwnCodesView } from "../schema";
import { endInWords } from "./end-in-words";

const OwnCodeDialog = lazily(() => import("./own-code-dialog").then((module) => module.OwnCodeDialog));

/** The codes that a student made for guardians, with a button for another one. */
export function OwnCodes() {
  const [isOpen, setIsOpen] = useState(false);
  const own = api.codes.own.useQuery();
  const { data, error } = own;
  if (!data)
    return error ? <Failed of={own}>{messageOf(error, copy.loadFailed)}</Failed> : <Skeleton className="h-11" />;
  return (
    <div className="grid justify-items-start gap-4">
      {data.items.length > 0 && (
        <ul className="grid w-full grid-cols-1 divide-y divide-line">
          {shownOf(data.items).map((code) => (
            <Line key={code._id} code={code} />
          ))}
        </ul>
      )}
      {data.refused ? (
        <p className="text-ink-soft text-sm">{copy[data.refused]}</p>
      ) : (
        <Button variant="secondary" onClick={() => setIsOpen(true)}>
          {copy.make}
        </Button>
      )}
      {isOpen && <OwnCodeDialog onClose={() => setIsOpen(false)} />}
    </div>
  );
}

function Line({ code }: { code: OwnCodesView["items"][number] }) {
  const { _id, name, relation, state, expiresAt, endedAt } = code;
  const clock = useClock();
  const { codes } = api.useUtils();
  const end = api.codes.endOwn.useMutation({
    onSuccess: () => toast.success(copy.ended),
    onError: (error) => toast.error(messageOf(error, officeScreens.failed)),
    onSettled: () => void codes.own.invalidate(),
  });
  const send = useSingleFlight(end);
  const who = copy.nameOf(name ?? "", relation ?? "");
  return (
    <li tabIndex={-1} className="flex items-center justify-between gap-3 py-2.5 first:pt-0">
      <span className="grid min-w-0 grid-cols-1">
        <span className="wrap-anywhere font-semibold">{who}</span>
        <span className={state === "declined" ? "text-sm text-warn" : "text-ink-soft text-sm"}>
          {officeScreens.states[state](endedAt ? shownDateHere(endedAt) : endInWords(expiresAt, clock))}
        </span>
      </span>
      {state === "open" && (
        <Button
          ref={passFocusOn}
          variant="quiet"
          aria-label={officeScreens.endOf(who)}
          busy={end.isPending}
          onClick={() => send({ id: _id })}
        >
          {officeScreens.end}
        </Button>
      )}
    </li>
  );
}
