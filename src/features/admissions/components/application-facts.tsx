"use client";

import { clsx } from "clsx";
import { PencilLine } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useServerForm } from "@/components/form/use-server-form";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/clock";
import { EmailText } from "@/components/ui/email-text";
import { PhoneText } from "@/components/ui/phone-text";
import { Select } from "@/components/ui/select";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { correctCopy } from "../messages-correct";
import { deskCopy } from "../messages-desk";
import type { ApplicationView, AssignedView } from "../schema-desk";
import { CorrectForm } from "./correct-form";
import { useDeskChanged } from "./use-desk-changed";

const { factNames: names } = deskCopy;

/** The data of the form, and who is assigned in the office. */
export function ApplicationFacts({ application }: { application: ApplicationView }) {
  const { _id, parentName, phone, email, previousSchool, createdAt, visitAt, state, assignedTo } = application;
  const [isEditing, setIsEditing] = useState(false);
  return (
    <Card as="section" padding="none" aria-label={deskCopy.facts} className="rounded-md px-4 py-3">
      <dl className="grid gap-x-8 gap-y-1.5 text-sm lg:grid-cols-2">
        <Fact name={names.parent}>{parentName}</Fact>
        <Fact name={names.phone}>
          <PhoneText text={phone} />
        </Fact>
        <Fact name={names.email}>
          <a href={`mailto:${email}`} className="link lg:text-xs">
            <EmailText>{email}</EmailText>
          </a>
        </Fact>
        <Fact name={names.school}>{previousSchool ?? copy.noPreviousSchool}</Fact>
        <Fact name={names.received}>
          <Moment at={createdAt} />
        </Fact>
        {state === "invited" && visitAt && (
          <Fact name={names.visit}>
            <Moment at={visitAt} />
          </Fact>
        )}
        <Fact name={names.with} isWide>
          <div className="flex flex-wrap items-center">
            {assignedTo?.name ?? deskCopy.nobody}
            <Assign id={_id} from={assignedTo?._id ?? null} />
            <HandTo id={_id} from={assignedTo?._id ?? null} />
          </div>
        </Fact>
      </dl>
      <p className="-ms-3 flex print:hidden">
        <Button variant="quiet" size="small" onClick={() => setIsEditing(true)}>
          <PencilLine aria-hidden className="size-4" />
          {correctCopy.edit}
        </Button>
      </p>
      {isEditing && <CorrectForm application={application} onClose={() => setIsEditing(false)} />}
    </Card>
  );
}

type FactProps = { name: string; isWide?: boolean; children: ReactNode };

function Fact({ name, isWide = false, children }: FactProps) {
  return (
    <div className={clsx("flex min-h-7.5 items-center gap-3", isWide && "lg:col-span-2")}>
      <dt className="w-20 shrink-0 text-ink-soft">{name}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

/** What follows an assignment, successful or refused. */
function useAssigned(id: string) {
  const { services } = api.useUtils();
  const deskChanged = useDeskChanged();
  return ({ refused }: AssignedView) => {
    for (const { why } of refused) toast.error(why);
    void services.get.invalidate({ id });
    deskChanged();
  };
}

/** Who has the application, as the page shows it. */
type AssignProps = { id: string; from: string | null };

function Assign({ id, from }: AssignProps) {
  const onSuccess = useAssigned(id);
  const assign = api.services.assign.useMutation({
    onSuccess,
    onError: (error) => toast.error(messageOf(error, deskCopy.failedSave)),
  });
  const isTaken = from !== null;
  const to = isTaken ? "nobody" : "me";
  return (
    <span className="print:hidden">
      <Button
        variant="quiet"
        size="small"
        busy={assign.isPending}
        onClick={() => assign.isPending || assign.mutate({ ids: [id], to, from })}
      >
        {isTaken ? deskCopy.giveBack : deskCopy.takeOver}
      </Button>
    </span>
  );
}

function HandTo({ id, from }: AssignProps) {
  const onSuccess = useAssigned(id);
  const { data: colleagues } = api.services.colleagues.useQuery();
  const assign = api.services.assign.useMutation({
    onSuccess,
    // If the form was left, `useServerForm` reports the failure.
    onError(error) {
      if (form.ref.current) toast.error(messageOf(error, deskCopy.failedSave));
    },
  });
  // Arrow keys choose each colleague on the way, so nothing is assigned before the button is pressed.
  const { form, busy } = useServerForm({
    fields: ["colleague"],
    send: ({ colleague }) => assign.mutateAsync({ ids: [id], to: colleague, from }),
  });
  const others = colleagues?.filter(({ _id }) => _id !== from) ?? [];
  if (others.length === 0) return null;
  return (
    <form {...form} autoComplete="off" className="flex items-center print:hidden">
      <div className="w-36">
        <Select name="colleague" required aria-label={deskCopy.assignTo} defaultValue="">
          <option value="">{deskCopy.assignTo}</option>
          {others.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <span className="shrink-0">
        <Button type="submit" variant="quiet" size="small" busy={busy}>
          {deskCopy.assign}
        </Button>
      </span>
    </form>
  );
}
