"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useRef, useState } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { NoticeView } from "../schema-office";
import { AudienceFields } from "./audience-fields";
import { audienceIn } from "./audience-form";
import { NoticePreview } from "./notice-preview";
import type { PeopleTyped } from "./reach-facts";
import { TextField } from "./text-field";
import { WhomItReaches } from "./whom-it-reaches";

/** The initial values of a notice. */
export type Begun = Pick<NoticeView, "title" | "text" | "audience" | "toStudents" | "toGuardians"> &
  Pick<NoticeView, "mustConfirm" | "pinned" | "until">;

type NoticeEditorProps = {
  /** A stored notice, or the initial values of a new one. */
  notice: (Begun & { _id?: never }) | NoticeView;
  places: readonly { className: number; section: string | null }[] | null;
  /** Shown beside the form of a stored notice. */
  children?: ReactNode;
};

const inputOf = ({ audience, toStudents, toGuardians, mustConfirm }: Begun): PeopleTyped => ({
  audience: audience.flatMap(({ kind, className, section, studentId }): PeopleTyped["audience"] => {
    if (kind === "class") return className === null ? [] : [{ kind, className, section }];
    if (kind === "student") return studentId === null ? [] : [{ kind, studentId }];
    return [{ kind }];
  }),
  toStudents,
  toGuardians,
  mustConfirm,
});

/** Edits a notice, with a preview and its reach. */
export function NoticeEditor({ notice, places, children }: NoticeEditorProps) {
  const router = useRouter();
  const { notices } = api.useUtils();
  const [shown, setShown] = useState({ title: notice.title, text: notice.text });
  const [whom, setWhom] = useState<PeopleTyped | null>(() => inputOf(notice));
  const place = useRef<HTMLDivElement>(null);
  const expected = { meta: { expected: ["BAD_REQUEST" as const, "CONFLICT" as const, "FORBIDDEN" as const] } };
  const add = api.notices.add.useMutation(expected);
  const edit = api.notices.edit.useMutation(expected);
  const audienceNow = () => audienceIn(place.current?.querySelector("form") as HTMLFormElement);
  const { form, faults, failure, busy } = useServerForm({
    fields: ["title", "text", "until", "pinned", "mustConfirm"],
    check: (): Record<string, string> => (audienceNow() === null ? { audience: copy.classesWrong } : {}),
    send({ title, text, until, pinned, mustConfirm }) {
      const meant = audienceNow() ?? { audience: [], toStudents: true, toGuardians: true };
      const marks = { pinned: pinned === "on", mustConfirm: mustConfirm === "on" };
      const given = { title, text, ...(until && { until }), ...meant, ...marks };
      return notice._id === undefined
        ? add.mutateAsync(given)
        : edit.mutateAsync({ ...given, id: notice._id, rowVersion: notice.rowVersion });
    },
    onDone({ _id }) {
      void notices.invalidate();
      if (notice._id === undefined) return router.replace(`/admin/notices/${_id}`);
      toast.success(copy.saved);
      router.refresh();
    },
  });

  return (
    <div ref={place} className="grid grid-cols-1 items-start gap-4 lg:grid-cols-12">
      <Card className="lg:col-span-8">
        <form {...form} noValidate autoComplete="off" className="grid grid-cols-1 gap-5">
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
                <Input {...control} name="until" type="date" max="9999-12-31" defaultValue={notice.until ?? ""} />
              )}
            </Field>
            <div className="grid sm:pt-6">
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
          {failure && <Alert tone="error">{messageOf(failure, copy.saveFailed)}</Alert>}
          <div className="grid sm:flex">
            <Button type="submit" variant={notice._id ? "secondary" : "primary"} busy={busy} busyText={copy.saving}>
              {notice._id ? copy.saveChanges : copy.save}
            </Button>
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
