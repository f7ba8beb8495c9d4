"use client";

import { BadgeCheck } from "lucide-react";
import { useEffect, useRef } from "react";
import { PageHeader } from "@/components/site/page-header";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/clock";
import { takeLostFocus } from "@/components/ui/take-focus";
import { listed } from "@/lib/listed";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { readers as copy } from "../messages-readers";
import type { OwnNoticeView } from "../schema";
import { NoticeFiles } from "./notice-files";
import { NoticeText } from "./notice-text";

type OwnNoticeProps = { found: OwnNoticeView; above: { href: string; label: string } };

/** One notice for its recipient: opening it marks it as read; a button confirms it for each child. */
export function OwnNotice({ found, above }: OwnNoticeProps) {
  const { notices } = api.useUtils();
  const id = found._id;
  const { data: notice } = api.notices.getMine.useQuery({ id }, { initialData: found });
  const { mutate: open } = api.notices.open.useMutation({
    onSuccess(opened) {
      notices.getMine.setData({ id }, (shown) =>
        shown?.version === opened.version && shown.state === opened.state ? shown : opened,
      );
      void notices.unread.invalidate();
      void notices.mine.invalidate();
    },
  });
  const isOpened = useRef(false);
  useEffect(() => {
    if (isOpened.current) return;
    isOpened.current = true;
    open({ id });
  }, [open, id]);
  const { title, blocks, files, publishedAt, changedAt, state, reason, mustConfirm, of } = notice;
  const names = of.flatMap(({ name }) => name ?? []);

  return (
    <>
      <PageHeader title={title} crumbs={[above]} />
      <Card padding="roomy" className="grid max-w-text grid-cols-1 gap-5">
        <p className="flex flex-wrap items-center gap-x-3 text-ink-soft text-sm">
          <Moment at={publishedAt} />
          {changedAt && (
            <span>
              {copy.changed} <Moment at={changedAt} />
            </span>
          )}
          {names.length > 0 && <span className="wrap-anywhere">{copy.of(listed(names))}</span>}
        </p>
        {state !== "published" ? (
          <p className="wrap-anywhere">{state === "takenBack" ? copy.tooEarly : `${copy.withdrawnWhy} ${reason}`}</p>
        ) : (
          <>
            <NoticeText blocks={blocks} />
            <NoticeFiles files={files} />
            {mustConfirm && <Confirming notice={notice} />}
          </>
        )}
      </Card>
    </>
  );
}

function Confirming({ notice: { _id: id, version, of } }: { notice: OwnNoticeView }) {
  const { notices } = api.useUtils();
  const confirm = api.notices.confirm.useMutation({
    onSuccess(confirmed) {
      notices.getMine.setData({ id }, confirmed);
      void notices.unread.invalidate();
      void notices.mine.invalidate();
    },
    // It may have changed: show it as it is now.
    onError: () => void notices.getMine.invalidate({ id }),
  });
  const isOfThisOne = (studentId: string | null) => confirm.variables?.studentId === (studentId ?? undefined);
  // Also if the answer was lost and the refetched notice shows that it is confirmed.
  const isNoted = of.some(({ studentId, confirmedAt }) => confirmedAt && isOfThisOne(studentId));
  return (
    <div className="grid justify-items-start gap-3 border-line border-t pt-5 print:hidden">
      {/* Above the buttons: below them, it would be behind the bar of a phone. */}
      {confirm.isError && !isNoted && <Alert tone="error">{messageOf(confirm.error, copy.confirmFailed)}</Alert>}
      {of.map(({ studentId, name, confirmedAt }) =>
        confirmedAt ? (
          <p
            key={studentId}
            ref={!confirm.isIdle && isOfThisOne(studentId) ? takeLostFocus : undefined}
            role="status"
            tabIndex={-1}
            className="flex flex-wrap items-center gap-x-2 text-sm text-success outline-none"
          >
            <BadgeCheck aria-hidden className="size-5" />
            {name && <span className="font-semibold">{name}:</span>}
            {copy.confirmedAt} <Moment at={confirmedAt} />
          </p>
        ) : (
          <Button
            key={studentId}
            busy={confirm.isPending && isOfThisOne(studentId)}
            busyText={copy.confirming}
            onClick={() => confirm.mutate({ id, version, ...(studentId !== null && { studentId }) })}
          >
            <BadgeCheck aria-hidden className="size-5" />
            {name === null ? copy.confirm : copy.confirmFor(name)}
          </Button>
        ),
      )}
    </div>
  );
}
