"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { noAnswer, sendOnce } from "@/components/form/send-once";
import { useChanged } from "@/components/form/use-changed";
import { useDraft } from "@/components/form/use-draft";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { firstClass, lastClass } from "@/lib/classes";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy as sentences } from "../messages";
import { screens as copy } from "../messages-screens";
import type { NoticeView } from "../schema-office";
import { AudienceFields } from "./audience-fields";
import { audienceIn, type Begun, inputOf } from "./audience-form";
import { NoticePreview } from "./notice-preview";
import type { PeopleTyped } from "./reach-facts";
import { TextField } from "./text-field";
import { WhomItReaches } from "./whom-it-reaches";

type NoticeEditorProps = {
  /** A stored notice, or the initial values of a new one. */
  notice: (Begun & { _id?: never }) | NoticeView;
  places: readonly { className: number; section: string | null }[] | null;
  /** Somebody else saved a newer version. */
  isOutdated?: boolean;
  /** Called when the form starts or stops differing from what is stored. */
  onChanged?: (isChanged: boolean) => void;
  /** Called when a stored notice was saved; `isToPublish` if it is to be published next. */
  onSaved?: (saved: NoticeView, isToPublish: boolean) => void;
  /** Shown beside the form of a stored notice. */
  children?: ReactNode;
};

const noticeForm = "notice-form";

/** Saves the form and then asks to publish. Enter would also press a submit button outside of the form. */
export function saveToPublish(): void {
  const form = document.getElementById(noticeForm);
  if (form instanceof HTMLFormElement) form.requestSubmit();
}

/** True for {@link saveToPublish}, the only submit without a button. */
const isPublishing = ({ nativeEvent }: FormEvent) =>
  nativeEvent instanceof SubmitEvent && nativeEvent.submitter === null;

/** The student whom a new notice is about; empty if it is about nobody in particular. */
const studentOf = ({ audience }: Begun) => audience.find(({ studentId }) => studentId !== null)?.studentId ?? "";

/** Edits a notice, with a preview and its reach. */
export function NoticeEditor({ notice, places, isOutdated, onChanged, onSaved, children }: NoticeEditorProps) {
  const router = useRouter();
  const { notices } = api.useUtils();
  const [shown, setShown] = useState({ title: notice.title, text: notice.text });
  const [whom, setWhom] = useState<PeopleTyped | null>(() => inputOf(notice));
  const place = useRef<HTMLDivElement>(null);
  const add = api.notices.add.useMutation();
  const edit = api.notices.edit.useMutation();
  const audienceNow = () => audienceIn(place.current?.querySelector("form") as HTMLFormElement);
  const isToPublish = useRef(false);
  const { form, faults, failure, busy, isDone } = useServerForm({
    fields: ["title", "text", "until", "pinned", "mustConfirm"],
    check: (): Record<string, string> =>
      audienceNow() === null ? { audience: copy.classesWrong(firstClass, lastClass) } : {},
    send({ title, text, pinned, mustConfirm }) {
      const meant = audienceNow() ?? { audience: [], toStudents: true, toGuardians: true };
      const marks = { pinned: pinned === "on", mustConfirm: mustConfirm === "on" };
      const given = { title, text, ...meant, ...marks };
      return notice._id === undefined
        ? sendOnce(given, add.mutateAsync)
        : edit.mutateAsync({ ...given, id: notice._id, rowVersion: notice.rowVersion });
    },
    // The page of the new notice opens next.
    once: notice._id === undefined,
    onDone(saved) {
      if (notice._id !== undefined) return onSaved?.(saved, isToPublish.current);
      forget();
      void notices.invalidate();
      if (place.current) router.replace(`/admin/notices/${saved._id}`);
      else toast.success(copy.added);
    },
  });
  const forget = useDraft(form.ref, notice._id === undefined ? `notice:${studentOf(notice)}` : null);
  const { isChanged, compare, remember } = useChanged(form.ref, isDone);
  useEffect(() => onChanged?.(isChanged), [onChanged, isChanged]);

  return (
    <div ref={place} className="grid grid-cols-1 items-start gap-4 lg:grid-cols-12">
      <Card className="lg:col-span-8">
        <form
          {...form}
          id={noticeForm}
          noValidate
          autoComplete="off"
          onChange={({ currentTarget }) => compare(currentTarget)}
          onSubmit={(event) => {
            if (!busy) {
              remember(event.currentTarget);
              isToPublish.current = isPublishing(event);
            }
            void form.onSubmit(event);
          }}
          className="grid grid-cols-1 gap-5"
        >
          <Field label={copy.heading} error={faults.title}>
            {(control) => (
              <Input
                {...control}
                name="title"
                dir="auto"
                autoComplete="off"
                defaultValue={notice.title}
                onInput={({ currentTarget: { value } }) => setShown((now) => ({ ...now, title: value }))}
              />
            )}
          </Field>
          <TextField
            initial={notice.text}
            error={faults.text}
            onText={(text) => setShown((now) => ({ ...now, text }))}
          />
          <AudienceFields of={notice} places={places} faults={faults} onInput={() => setWhom(audienceNow())} />
          <div className="grid grid-cols-1 items-start gap-x-6 gap-y-3 sm:grid-cols-2">
            <Field label={copy.until} optional hint={copy.untilHint} error={faults.until}>
              {(control) => (
                <Input
                  {...control}
                  name="until"
                  type="date"
                  max="9999-12-31"
                  defaultValue={notice.until ?? ""}
                  onInput={() => setWhom(audienceNow())}
                />
              )}
            </Field>
            <div className="grid sm:pt-7.5">
              <Checkbox name="pinned" defaultChecked={notice.pinned} label={copy.pinned} />
              <Checkbox
                name="mustConfirm"
                onChange={() => setWhom(audienceNow())}
                defaultChecked={notice.mustConfirm}
                label={copy.mustConfirm}
                error={faults.mustConfirm}
              />
            </div>
          </div>
          {failure ? (
            <Alert tone="error">{messageOf(failure, notice._id ? copy.saveFailed : noAnswer)}</Alert>
          ) : (
            isOutdated && <Alert tone="error">{sentences.changedMeanwhile}</Alert>
          )}
          <div className="grid gap-x-4 gap-y-2 sm:flex sm:items-center">
            <Button type="submit" variant={notice._id ? "secondary" : "primary"} busy={busy} busyText={copy.saving}>
              {notice._id ? copy.saveChanges : copy.save}
            </Button>
            {notice._id && isChanged && !busy && <p className="text-ink-soft text-sm">{copy.notSaved}</p>}
          </div>
        </form>
      </Card>
      <div className="grid grid-cols-1 gap-4 lg:col-span-4">
        {children}
        <WhomItReaches whom={whom} />
        <NoticePreview {...shown} />
      </div>
    </div>
  );
}
