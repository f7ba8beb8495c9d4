"use client";

import { Download, ScrollText } from "lucide-react";
import { useDownload } from "@/components/form/use-download";
import { useFacts } from "@/components/site/facts";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Fold } from "@/components/ui/fold";
import { ListFrame } from "@/components/ui/list-frame";
import { shownDateHere } from "@/content/institute";
import { shownDate } from "@/lib/dates";
import { placeName } from "@/lib/place-name";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { cardScreens as screens } from "../messages-cards";
import type { CardView } from "../schema-cards";
import { CardTable } from "./card-table";

type CardsViewProps = {
  /** The child; otherwise the caller. */
  childId?: string | undefined;
  /** The server's data for the page. */
  found: CardView[] | undefined;
  /** The cards are below another heading of the page. */
  isPart?: boolean;
};

/** The report cards of a student: valid ones are shown, replaced ones are collapsed. */
export function CardsView({ childId, found, isPart = false }: CardsViewProps) {
  const list = api.reportCards.cards.useQuery(childId ? { studentId: childId } : {}, { initialData: found });
  const cards = list.data ?? [];
  const titleOf = ({ content }: CardView) => screens.heading(content.title, content.year);
  const latest = new Set(new Map(cards.toReversed().map((card) => [titleOf(card), card])).values());
  const isOpen = (card: CardView) => card.state === "issued" || (card.state === "withdrawn" && latest.has(card));
  const open = cards.filter(isOpen);
  const others = cards.filter((card) => !isOpen(card));
  return (
    <ListFrame
      list={list}
      count={list.data?.length}
      loading={screens.loading}
      failed={screens.loadFailed}
      empty={<EmptyState icon={<ScrollText />} title={screens.empty} hint={screens.emptyHint} />}
    >
      <div className="grid grid-cols-1 gap-6">
        {open.map((card) => (
          <Card key={card._id} card={card} isPart={isPart} />
        ))}
        {others.length > 0 && (
          <Fold summary={screens.earlier(others.length)}>
            <div className="grid grid-cols-1 gap-4 pt-3">
              {others.map((card) => (
                <Card key={card._id} card={card} isPart={isPart} />
              ))}
            </div>
          </Fold>
        )}
      </div>
    </ListFrame>
  );
}

const tones = { issued: "success", replaced: "warning", withdrawn: "danger" } as const;

function Card({ card, isPart }: { card: CardView; isPart: boolean }) {
  const facts = useFacts();
  const [Title, Label] = isPart ? (["h3", "h4"] as const) : (["h2", "h3"] as const);
  const { content, state, number, endedAt, reason } = card;
  const { attendance, remarkTeacher, remarkHead, lines, overall } = content;
  const title = screens.heading(content.title, content.year);
  const ended = endedAt && shownDateHere(endedAt);
  const days = attendance && (
    <span className="figures text-ink-soft text-sm">
      {`${copy.attendance}: ${copy.daysOf(attendance.present, attendance.open)}`}
    </span>
  );
  const remarks = [
    [copy.remarkTeacher, remarkTeacher],
    [copy.remarkHead, remarkHead],
  ] as const;
  return (
    <section
      aria-label={`${title}, ${screens.number(number)}`}
      className="grid grid-cols-1 gap-4 rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Title className={`wrap-anywhere ${isPart ? "text-base" : "text-xl"}`}>{title}</Title>
            {state !== "issued" && <Badge tone={tones[state]}>{screens.states[state]}</Badge>}
          </div>
          <p className="wrap-anywhere hidden font-semibold print:block">{`${content.name} · ${content.institute ?? facts.name}`}</p>
          <p className="figures text-ink-soft text-sm">
            {[
              `Class ${placeName(content.className, content.section)}`,
              screens.number(number),
              screens.issuedOn(shownDate(content.issuedOn)),
            ].join(" · ")}
          </p>
        </div>
        <DownloadCard card={card} title={title} />
      </div>
      {ended && (
        <p className="text-sm">
          {state === "replaced" ? screens.replacedOn(ended) : screens.withdrawnOn(ended, reason ?? "")}
        </p>
      )}
      {state === "issued" && (
        <>
          {overall && (
            <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
              <strong className="grid w-20 shrink-0 justify-items-center rounded-t-full rounded-b-lg border border-line bg-accent-soft pt-6 pb-4 text-3xl leading-none">
                {overall.grade}
              </strong>
              <p className="figures grid min-w-0 grow basis-28">
                <span className="font-semibold text-xl">{overall.percent}</span>
                <span className="font-semibold">{overall.label}</span>
                {days}
              </p>
            </div>
          )}
          {!overall && days && <p>{days}</p>}
          <CardTable content={content} label={title} />
          {remarks.map(([label, text]) =>
            text ? (
              <div key={label}>
                <Label className="font-semibold text-ink-soft text-sm">{label}</Label>
                <p className="wrap-anywhere whitespace-pre-line">{text}</p>
              </div>
            ) : null,
          )}
          {lines.length > 0 && (
            <div>
              <Label className="font-semibold text-ink-soft text-sm">{screens.alsoHere}</Label>
              <ul className="grid grid-cols-1 gap-x-6 sm:grid-cols-2">
                {lines.map((line) => (
                  <li key={line} className="wrap-anywhere">
                    {line}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </>
      )}
    </section>
  );
}

function DownloadCard({ card, title }: { card: CardView; title: string }) {
  const { client } = api.useUtils();
  const { save, isSaving } = useDownload(() => client.reportCards.file.query({ id: card._id }), {
    done: screens.downloaded,
    failed: screens.downloadFailed,
  });
  return (
    <Button
      variant="secondary"
      aria-label={screens.downloadOf(title)}
      busy={isSaving}
      busyText={screens.downloading}
      onClick={() => save()}
    >
      <Download aria-hidden className="size-5" />
      {screens.download}
    </Button>
  );
}
