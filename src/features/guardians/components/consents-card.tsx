"use client";

import { FilePlus2 } from "lucide-react";
import { useState } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { lazily } from "@/components/ui/lazily";
import { passFocusOn } from "@/components/ui/take-focus";
import { toast } from "@/components/ui/toast";
import { shownDateHere } from "@/content/institute";
import { shownDate } from "@/lib/dates";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { officeConsents as copy, officeLinks } from "../messages-links";
import type { FamilyView } from "../schema-consents";
import type { NamedStudent } from "./family-cards";

const AddConsent = lazily(() => import("./add-consent").then((module) => module.AddConsent));

/** A version starts with the date of the text. */
const textOf = (version: string | null) =>
  version === null ? copy.textUnknown : copy.text(shownDate(version.slice(0, 10)));

export function ConsentsCard({ student, family }: { student: NamedStudent; family: FamilyView }) {
  const [isAdding, setIsAdding] = useState(false);
  const { guardians } = api.useUtils();
  const { consents, needsConsent } = family;
  const isMissing = needsConsent && !consents.some(({ holds }) => holds);
  const close = () => setIsAdding(false);
  return (
    <Card
      as="section"
      padding="none"
      aria-labelledby="consents"
      className="grid grid-cols-1 content-start gap-1.5 rounded-md px-4 py-3 text-sm"
    >
      <div className="flex items-center justify-between gap-3">
        <h2 id="consents" className="text-base">
          {copy.title}
        </h2>
        {isMissing && <Badge tone="warning">{copy.missing}</Badge>}
      </div>
      {isMissing && <p className="text-ink-soft text-xs">{copy.missingHint}</p>}
      {!needsConsent && consents.length === 0 && <p className="text-ink-soft">{copy.notNeeded}</p>}
      {consents.length > 0 && (
        <ul className="grid grid-cols-1 divide-y divide-line">
          {consents.map((consent) => (
            <Consent key={consent._id} consent={consent} studentId={student._id} />
          ))}
        </ul>
      )}
      <Button variant="secondary" onClick={() => setIsAdding(true)}>
        <FilePlus2 aria-hidden className="size-4.5" />
        {copy.add}
      </Button>
      {isAdding && (
        <AddConsent
          student={student}
          links={family.links}
          onClose={close}
          onDone={(now) => {
            close();
            guardians.family.setData({ studentId: student._id }, now);
            toast.success(copy.entered);
          }}
        />
      )}
    </Card>
  );
}

type ConsentProps = { consent: FamilyView["consents"][number]; studentId: string };

function Consent({ consent, studentId }: ConsentProps) {
  const { _id, how, givenAt, version, notedBy, withdrawnAt, holds } = consent;
  const name = consent.name ?? copy.erased;
  const { guardians } = api.useUtils();
  const withdraw = api.guardians.withdrawConsent.useMutation({
    onSuccess(now) {
      guardians.family.setData({ studentId }, now);
      toast.success(copy.hasWithdrawn);
    },
    onError(error) {
      toast.error(messageOf(error, officeLinks.failed));
      void guardians.family.invalidate();
    },
  });
  const send = useSingleFlight(withdraw);
  return (
    <li tabIndex={-1} className="flex items-start justify-between gap-2 py-2">
      <span className="grid min-w-0 grid-cols-1">
        <span className={withdrawnAt ? "wrap-anywhere text-ink-soft line-through" : "wrap-anywhere font-semibold"}>
          {name}
        </span>
        <span className="text-ink-soft text-xs">{copy.given(shownDateHere(givenAt), copy.how[how])}</span>
        <span className="wrap-anywhere text-ink-soft text-xs">
          {[textOf(version), ...(notedBy ? [copy.notedBy(notedBy)] : [])].join(" · ")}
        </span>
        {!withdrawnAt && !holds && <span className="text-warn text-xs">{copy.countsNot}</span>}
        {withdrawnAt && <span className="text-warn text-xs">{copy.withdrawn(shownDateHere(withdrawnAt))}</span>}
      </span>
      {!withdrawnAt && (
        <span className="-me-4.5 shrink-0 dense:-me-3.5">
          <Button
            ref={passFocusOn}
            variant="quiet"
            aria-label={copy.withdrawOf(name)}
            busy={withdraw.isPending}
            onClick={() => send({ id: _id })}
          >
            {copy.withdraw}
          </Button>
        </span>
      )}
    </li>
  );
}
