"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { PageHeader } from "@/components/site/page-header";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/clock";
import { Link } from "@/components/ui/link";
import { takeLostFocus } from "@/components/ui/take-focus";
import { shownDate } from "@/lib/dates";
import { api } from "@/trpc/client";
import { screens as copy } from "../messages-screens";
import { answeringOf, audienceInWords, takes } from "../rules";
import type { NoticePage, NoticeView } from "../schema-office";
import { type AskedAct, NoticeActs } from "./notice-acts";
import { NoticeEditor } from "./notice-editor";
import { NoticeProcess } from "./notice-process";
import { NoticeText } from "./notice-text";
import { NoticeUploads } from "./notice-uploads";
import { NoticeStateBadge } from "./notices-table";
import { ReachFacts } from "./reach-facts";
import { useDone } from "./use-done";
import { useEdited } from "./use-edited";

type NoticeScreenProps = {
  found: NoticePage;
  places: readonly { className: number; section: string | null }[] | null;
  /** When the server rendered the page. */
  now: number;
  maxMegabytes: number;
};

/** A notice for the office: the editor until it is published, then its figures. */
export function NoticeScreen({ found, places, now, maxMegabytes }: NoticeScreenProps) {
  const { notices } = api.useUtils();
  const id = found._id;
  const { data: notice } = api.notices.get.useQuery({ id }, { initialData: found, refetchOnWindowFocus: true });
  const { edited, key, isChanged, isOutdated, setChanged, keep } = useEdited(notice);
  const [asked, setAsked] = useState<AskedAct>();
  // It was published, although no answer came.
  if (asked === "publish" && !takes(notice.state, "publish")) setAsked(undefined);
  const done = useDone();
  const shown = useRef(notice.rowVersion);
  useEffect(() => {
    // The button that made this version may be gone.
    if (shown.current !== notice.rowVersion) takeLostFocus(document.getElementById("content"));
    shown.current = notice.rowVersion;
  }, [notice.rowVersion]);

  function ask(act: AskedAct | undefined) {
    // The numbers to confirm may have been counted long ago.
    if (act === "publish") void notices.get.invalidate({ id });
    setAsked(act);
  }

  async function onSaved(saved: NoticeView, isToPublish: boolean) {
    keep(saved);
    notices.get.setData({ id }, (page) => page && { ...page, ...saved });
    await done(copy.saved);
    if (isToPublish) setAsked("publish");
  }

  const uploads = <NoticeUploads notice={notice} maxMegabytes={maxMegabytes} />;

  return (
    <>
      <PageHeader
        title={notice.title}
        beside={<NoticeStateBadge notice={notice} />}
        crumbs={[{ href: "/admin/notices", label: copy.title }]}
        action={<NoticeActs notice={notice} asked={asked} onAsk={ask} isChanged={isChanged} />}
      />
      <div className="grid grid-cols-1 gap-4">
        <NoticeProcess notice={notice} now={now} />
        {takes(notice.state, "edit") || isChanged ? (
          <NoticeEditor
            key={key}
            notice={edited}
            places={places}
            isOutdated={isOutdated}
            onChanged={setChanged}
            onSaved={(saved, isToPublish) => void onSaved(saved, isToPublish)}
          >
            {uploads}
          </NoticeEditor>
        ) : (
          <Outcome notice={notice} isOffice={places === null} uploads={uploads} />
        )}
      </div>
    </>
  );
}

type OutcomeProps = { notice: NoticePage; isOffice: boolean; uploads: ReactNode };

function Outcome({ notice, isOffice, uploads }: OutcomeProps) {
  const { _id: id, state, answers, reach, audience, mustConfirm, until, hasEnded, toldAt } = notice;
  const isCounted = answers.read + answers.unread > 0;
  const facts = copy.answerFacts.filter(([fact]) => mustConfirm || fact === "read" || fact === "unread");
  const isToTell = toldAt === null && !hasEnded;
  const reached = copy.reachFacts(notice.isMailOn, isToTell);
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-12">
      <Card className="grid grid-cols-1 gap-4 lg:col-span-8">
        <p className="text-ink-soft text-sm">
          {audienceInWords(audience)}
          {state === "published" && until && ` · ${hasEnded ? copy.endedOn : copy.until} ${shownDate(until)}`}
        </p>
        <NoticeText blocks={notice.blocks} />
      </Card>
      <div className="grid grid-cols-1 gap-4 lg:col-span-4">
        {isCounted && (
          <Card as="section" aria-label={copy.answers} className="grid grid-cols-1 gap-3">
            <h2 className="text-lg">{copy.answers}</h2>
            <ReachFacts facts={facts} counts={answers} of={{ id }} />
            {answeringOf(audience).hasStudents && <p className="text-ink-soft text-sm">{copy.byStudent}</p>}
          </Card>
        )}
        {state === "published" && (
          <Card as="section" aria-label={copy.reach} className="grid grid-cols-1 gap-3">
            <h2 className="text-lg">{copy.reach}</h2>
            {audience.some(({ kind }) => kind === "public") && <p className="text-sm">{copy.publicReach}</p>}
            <ReachFacts facts={reached} counts={reach} of={{ id }} />
            <Mails notice={notice} isOffice={isOffice} />
          </Card>
        )}
        {state === "withdrawn" && copy.mailStates(notice.mails) && (
          <Card as="section" aria-label={copy.mails} className="grid grid-cols-1 gap-3">
            <h2 className="text-lg">{copy.mails}</h2>
            <p className="text-ink-soft text-sm">
              <MailStates notice={notice} isOffice={isOffice} />
            </p>
          </Card>
        )}
        {state === "published" && uploads}
      </div>
    </div>
  );
}

type MailsProps = { notice: NoticePage; isOffice: boolean };

function Mails({ notice, isOffice }: MailsProps) {
  const { isMailOn, mails, reach, tellAt, toldAt, remindedAt, isHeld } = notice;
  const states = copy.mailStates(mails);
  const isTold = states !== "" || reach.mailed + reach.inDigest > 0;
  return (
    <div className="grid gap-1 text-ink-soft text-sm">
      {!isMailOn && isTold && <p>{copy.mailsKept}</p>}
      {tellAt && !toldAt && !isHeld && isTold && (
        <p>
          {isMailOn ? copy.mailsAt : copy.mailsKeptAt} <Moment at={tellAt} />
        </p>
      )}
      {tellAt && toldAt && states && (
        <p>
          {isMailOn ? copy.mailsTold : copy.mailsWrittenAt} <Moment at={toldAt} />
          {": "}
          <MailStates notice={notice} isOffice={isOffice} />
        </p>
      )}
      {!tellAt && toldAt && <p>{copy.mailsDropped}</p>}
      {remindedAt && (
        <p>
          {copy.remindedOn(isMailOn)} <Moment at={remindedAt} />
        </p>
      )}
    </div>
  );
}

function MailStates({ notice, isOffice }: MailsProps) {
  const states = copy.mailStates(notice.mails);
  if (!isOffice) return states;
  return (
    <Link href={`/admin/mail?notice=${notice._id}`} className="link">
      {states}
    </Link>
  );
}
