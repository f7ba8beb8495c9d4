"use client";

import { CalendarPlus } from "lucide-react";
import type { ReactNode } from "react";
import { useFacts } from "@/components/site/facts";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/clock";
import { useZoneHint } from "@/components/ui/zone-hint";
import { dateHere } from "@/content/institute";
import { shownDay } from "@/lib/dates";
import { calendarOf } from "@/lib/icalendar";
import { saveFile } from "@/lib/save-file";
import { copy as formCopy } from "../messages";
import { familyCopy as copy } from "../messages-family";
import { familyToneOf, visitEvent } from "../rules-family";
import type { FollowedView } from "../schema-family";
import { FamilyMove } from "./family-move";

type FamilyStandingProps = {
  application: FollowedView;
  onChanged: (found: FollowedView) => void;
  onRefused: (code: string | undefined) => void;
};

/** The state of an application, what comes next, and the family's options. */
export function FamilyStanding({ application, onChanged, onRefused }: FamilyStandingProps) {
  const { state, givenClass, answerDue, canAccept, canWithdraw } = application;
  const moves = { application, onChanged, onRefused };
  return (
    <Card as="section" aria-labelledby="standing" className="grid grid-cols-1 gap-4">
      <h2 id="standing" className="text-ink-soft text-sm">
        {copy.now}
      </h2>
      <div className="grid gap-2" role="status">
        <Badge tone={familyToneOf(state)}>
          <span className="text-base">
            {givenClass === null ? copy.states[state] : copy.enrolledIn(copy.className(givenClass))}
          </span>
        </Badge>
        <p>{copy.hints[state]}</p>
        {answerDue && (
          <p className="figures text-balance font-semibold">{formCopy.answerBy(shownDay(dateHere(answerDue)))}</p>
        )}
      </div>
      <Visit application={application} />
      {(canAccept || canWithdraw) && (
        <div className="flex flex-wrap gap-3 border-line border-t pt-4 max-sm:grid">
          {canAccept && <FamilyMove {...moves} to="accepted" />}
          {canWithdraw && <FamilyMove {...moves} to="withdrawn" />}
        </div>
      )}
    </Card>
  );
}

function Visit({ application }: { application: FollowedView }) {
  const { visitAt } = application;
  const zone = useZoneHint(visitAt ?? undefined);
  const { name, street, city, postcode, toBring } = useFacts();
  if (!visitAt) return null;
  const place = `${street}, ${city} ${postcode}`;

  function save(start: Date) {
    saveFile(
      "visit.ics",
      "text/calendar",
      calendarOf(name, [visitEvent(application, start, { name, place, toBring })]),
    );
  }

  return (
    <dl className="grid gap-3 rounded-md bg-sunken p-4">
      <Fact name={copy.visit}>
        <p className="font-semibold">
          <Moment at={visitAt} />
        </p>
        {zone && <p className="text-ink-soft text-sm">{zone}</p>}
        <p>{place}</p>
        <p className="mt-2">
          <Button variant="secondary" onClick={() => save(visitAt)}>
            <CalendarPlus aria-hidden className="size-4.5" />
            {copy.toCalendar}
          </Button>
        </p>
      </Fact>
      {toBring.length > 0 && (
        <Fact name={copy.bring}>
          <ul className="list-disc ps-5">
            {toBring.map((thing) => (
              <li key={thing}>{thing}</li>
            ))}
          </ul>
        </Fact>
      )}
    </dl>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid gap-0.5">
      <dt className="text-ink-soft text-sm">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
