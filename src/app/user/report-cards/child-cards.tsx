"use client";

import { ResultsClosed } from "@/features/guardians/components/child-closed";
import { ChildPage } from "@/features/guardians/components/child-page";
import { namedChild } from "@/features/guardians/rules";
import type { ChildView } from "@/features/guardians/schema";
import { CardsView } from "@/features/report-cards/components/cards-view";
import { cardScreens } from "@/features/report-cards/messages-cards";
import type { CardView } from "@/features/report-cards/schema-cards";
import { api } from "@/trpc/client";

type ChildCardsProps = {
  found: ChildView[];
  shown: string | undefined;
  cards: CardView[] | undefined;
};

export function ChildCards({ found, shown, cards }: ChildCardsProps) {
  const { reportCards: cache } = api.useUtils();
  return (
    <ChildPage
      title={cardScreens.title}
      found={found}
      lead={(child) => cardScreens.leadOf(namedChild(child))}
      prepare={({ _id, seesResults }) => seesResults && cache.cards.prefetch({ studentId: _id })}
      body={({ _id, name, seesResults }) =>
        seesResults ? (
          <CardsView key={_id} childId={_id} found={_id === shown ? cards : undefined} />
        ) : (
          <ResultsClosed name={name} />
        )
      }
    />
  );
}
