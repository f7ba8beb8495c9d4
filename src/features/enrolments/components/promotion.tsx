"use client";

import { keepPreviousData } from "@tanstack/react-query";
import { useState } from "react";
import { YearLink } from "@/components/site/year-link";
import { useAddress } from "@/components/table/address";
import { TableSkeleton } from "@/components/table/table-states";
import { Alert } from "@/components/ui/alert";
import { Failed } from "@/components/ui/failed";
import { storedClassOf } from "@/lib/stored-classes";
import { api } from "@/trpc/client";
import { codeOf, messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import { PastPromotions } from "./past-promotions";
import { PromoteButton } from "./promote-button";
import { type Class, PromotionChoice, type Year } from "./promotion-choice";
import { PromotionRows, type What } from "./promotion-rows";

/** The school years, the latest first. */
type PromotionProps = { years: readonly Year[]; currentId: string | null };

/** Promotes a class to the next year: choose, check, confirm; earlier promotions are below. */
export function Promotion({ years, currentId }: PromotionProps) {
  const { choices, go } = useAddress();
  const [latest, ...earlier] = years;
  const asked = choices.from ?? currentId;
  // Once the latest year has begun, students who were not promoted in time come from the year before it.
  const current = earlier.find(({ _id }) => _id === asked) ?? earlier[0];
  const later = years.filter(({ firstDay }) => current && firstDay > current.firstDay);
  const next = later.find(({ _id }) => _id === choices.to) ?? later.at(-1);
  const chosen = current &&
    next && { fromYear: current._id, toYear: next._id, className: storedClassOf(choices.class) };

  return (
    <div className="grid grid-cols-1 gap-4">
      {(!chosen || latest?._id === currentId) && (
        <Alert tone="info" action={<YearLink />}>
          {latest ? copy.noNextYear(latest.label) : copy.noYear}
        </Alert>
      )}
      {chosen && (
        <>
          <PromotionChoice
            years={earlier}
            later={later}
            chosen={{ from: chosen.fromYear, to: chosen.toYear, className: chosen.className }}
            onChange={go}
          />
          {chosen.className && (
            <OneClass key={JSON.stringify(chosen)} chosen={{ ...chosen, className: chosen.className }} />
          )}
        </>
      )}
      <PastPromotions />
    </div>
  );
}

/** The preview for one class. Each choice is sent to the server, which returns the result for everybody. */
function OneClass({ chosen }: { chosen: { fromYear: string; toYear: string; className: Class } }) {
  const [whats, setWhats] = useState<ReadonlyMap<string, What>>(new Map());
  const idsOf = (what: What) => [...whats].flatMap(([id, one]) => (one === what ? [id] : []));
  const input = { ...chosen, stay: idsOf("stays"), leave: idsOf("leaves") };
  const preview = api.enrolments.previewPromotion.useQuery(input, { placeholderData: keepPreviousData, staleTime: 0 });
  // Nobody is in the class, or everybody has been promoted.
  if (codeOf(preview.error) === "BAD_REQUEST")
    return <p className="text-ink-soft">{messageOf(preview.error, copy.failed)}</p>;
  if (preview.isError) return <Failed of={preview}>{messageOf(preview.error, copy.failed)}</Failed>;
  if (!preview.data) return <TableSkeleton label={copy.loading} />;
  return (
    <>
      <PromotionRows
        rows={preview.data.rows}
        stale={preview.isPlaceholderData}
        onChange={(id, what) => setWhats(new Map(whats).set(id, what))}
      />
      <PromoteButton input={input} preview={preview.data} settling={preview.isFetching} />
    </>
  );
}
