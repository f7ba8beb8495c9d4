"use client";

import { Download } from "lucide-react";
import { useDownload } from "@/components/form/use-download";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Fold } from "@/components/ui/fold";
import { shownDateHere } from "@/content/institute";
import { api } from "@/trpc/client";
import { cardScreens as copy } from "../messages-cards";
import { screens } from "../messages-screens";
import type { CardView } from "../schema-cards";

const tones = { issued: "success", replaced: "neutral", withdrawn: "danger" } as const;
const shownAtOnce = 4;

/** The report cards of a student on the office's page, newest first. */
export function StudentCards({ cards }: { cards: CardView[] }) {
  const earlier = cards.slice(shownAtOnce);
  return (
    <Card
      as="section"
      padding="none"
      aria-labelledby="report-cards"
      className="grid grid-cols-1 content-start gap-1.5 rounded-md px-4 py-3 text-sm"
    >
      <h2 id="report-cards" className="text-base">
        {screens.title}
      </h2>
      {cards.length === 0 && <p className="text-ink-soft">{screens.noneOfStudent}</p>}
      <Lines cards={cards.slice(0, shownAtOnce)} />
      {earlier.length > 0 && (
        <Fold summary={screens.earlierOf(earlier.length)}>
          <Lines cards={earlier} />
        </Fold>
      )}
    </Card>
  );
}

function Lines({ cards }: { cards: CardView[] }) {
  return (
    <ul className="grid grid-cols-1 divide-y divide-line">
      {cards.map((card) => (
        <Line key={card._id} card={card} />
      ))}
    </ul>
  );
}

function Line({ card }: { card: CardView }) {
  const { number, state, issuedAt, reason, content } = card;
  const { client } = api.useUtils();
  const { save, isSaving } = useDownload(() => client.reportCards.file.query({ id: card._id }), {
    done: copy.downloaded,
    failed: copy.downloadFailed,
  });
  const title = copy.heading(content.title, content.year);
  const issued = copy.issuedOn(shownDateHere(issuedAt));
  return (
    <li className="flex items-start justify-between gap-3 py-2 first:pt-0 last:pb-0">
      <span className="grid min-w-0 grid-cols-1 justify-items-start gap-0.5">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="wrap-anywhere font-semibold">{title}</span>
          {state !== "issued" && <Badge tone={tones[state]}>{copy.states[state]}</Badge>}
        </span>
        {content.overall && (
          <span className="figures text-xs">
            {content.overall.grade} {content.overall.percent}
          </span>
        )}
        <span className="figures text-ink-soft text-xs">{number}</span>
        <span className="figures text-ink-soft text-xs">{issued}</span>
        {reason && <span className="wrap-anywhere text-ink-soft text-xs">{reason}</span>}
      </span>
      <span className="-me-4.5 shrink-0 dense:-me-3.5">
        <Button variant="quiet" aria-label={screens.downloadNumber(number)} busy={isSaving} onClick={() => save()}>
          <Download aria-hidden className="size-5" />
        </Button>
      </span>
    </li>
  );
}
