"use client";

import { Copy, Send } from "lucide-react";
import { useState } from "react";
import { AskDialog } from "@/components/form/ask-dialog";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import { answeringOf, takes } from "../rules";
import type { NoticePage } from "../schema-office";
import { ChangeNotice, WithdrawNotice } from "./change-notice";
import { saveToPublish } from "./notice-editor";
import { PublishNotice } from "./publish-notice";
import { useActOptions, useDone } from "./use-done";

export type AskedAct = "publish" | "change" | "withdraw" | "remove" | "remind";

type NoticeActsProps = {
  notice: NoticePage;
  /** The action whose dialog is open. */
  asked: AskedAct | undefined;
  onAsk: (asked: AskedAct | undefined) => void;
  /** The form has unsaved changes. */
  isChanged: boolean;
};

/** The actions available for a notice in its state. What is typed is saved before it is published. */
export function NoticeActs({ notice, asked, onAsk: setAsked, isChanged }: NoticeActsProps) {
  const { _id: id, rowVersion, state, toldAt, remindedAt, answers, mustConfirm } = notice;
  const { hasStudents, hasStaff } = answeringOf(notice.audience);
  const close = () => setAsked(undefined);
  const done = useDone(close);
  const [seen, setSeen] = useState({ id, rowVersion });
  const options = useActOptions(id);
  const remove = api.notices.remove.useMutation({
    ...options,
    onSuccess: () => done(copy.removed, "/admin/notices"),
  });
  const remind = api.notices.remind.useMutation({
    ...options,
    onSuccess: ({ count }) => done(copy.reminded(count, notice.isMailOn)),
  });
  const left = mustConfirm ? answers.unconfirmed : answers.unread;
  function ask(act: AskedAct) {
    // A version refetched behind the dialog has not been seen.
    setSeen({ id, rowVersion });
    setAsked(act);
  }
  async function copyText() {
    try {
      // Without HTTPS there is no clipboard.
      await navigator.clipboard.writeText(notice.groupText);
      toast.success(copy.copied);
    } catch {
      toast.error(copy.copyFailed);
    }
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      {/* Before that, the link in the text leads nowhere. */}
      {state === "published" && (
        <Button variant="secondary" onClick={() => void copyText()}>
          <Copy aria-hidden className="size-4.5" />
          {copy.copyText}
        </Button>
      )}
      {takes(state, "remove") && (
        <Button variant="secondary" onClick={() => ask("remove")}>
          {copy.remove}
        </Button>
      )}
      {takes(state, "withdraw") && (
        <Button variant="secondary" onClick={() => setAsked("withdraw")}>
          {copy.withdraw}
        </Button>
      )}
      {takes(state, "change") && (
        <Button variant="secondary" onClick={() => setAsked("change")}>
          {copy.change}
        </Button>
      )}
      {state === "published" && !notice.hasEnded && toldAt && !remindedAt && left > 0 && (
        <Button onClick={() => ask("remind")}>{copy.remind}</Button>
      )}
      {takes(state, "publish") && (
        <Button onClick={() => (isChanged ? saveToPublish() : setAsked("publish"))}>
          <Send aria-hidden className="size-4.5" />
          {copy.publish}
        </Button>
      )}
      {asked === "publish" && <PublishNotice notice={notice} onClose={close} />}
      {asked === "change" && <ChangeNotice notice={notice} onClose={close} />}
      {asked === "withdraw" && <WithdrawNotice notice={notice} onClose={close} />}
      <AskDialog
        open={asked === "remove"}
        onOpenChange={(next) => !next && close()}
        title={copy.removeQuestion}
        description={copy.removeWords}
        confirmLabel={copy.remove}
        of={remove}
        input={seen}
        failed={messageOf(remove.error, copy.noAnswer)}
      />
      <AskDialog
        open={asked === "remind"}
        onOpenChange={(next) => !next && close()}
        title={copy.remindQuestion}
        description={copy.remindWords(left, hasStudents, hasStaff, notice.isMailOn)}
        confirmLabel={copy.remind}
        confirmVariant="primary"
        of={remind}
        input={seen}
        failed={messageOf(remind.error, copy.noAnswer)}
      />
    </div>
  );
}
