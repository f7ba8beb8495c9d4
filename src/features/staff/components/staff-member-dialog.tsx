"use client";

import { type ReactNode, useState } from "react";
import { FormEnd } from "@/components/form/form-end";
import { PasswordDialog } from "@/components/form/password-dialog";
import { useServerForm } from "@/components/form/use-server-form";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { useMailMode } from "@/components/ui/mail-mode";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { roleOf, wordsOf } from "../rules";
import type { EndedView, GrantView, StaffMember } from "../schema";
import { EditMember } from "./edit-member";
import { GrantFields, grantFieldNames } from "./grant-fields";
import { GrantList } from "./grant-list";
import { StaffCode } from "./staff-code";
import { useStaffChange } from "./use-staff-change";
import { leavesWork, WorkLeft } from "./work-left";

type StaffMemberDialogProps = { member: StaffMember; isOwn: boolean; onClose: () => void };

export function StaffMemberDialog({ member, isOwn, onClose }: StaffMemberDialogProps) {
  const [step, setStep] = useState<"grant" | "edit" | "end" | "reset" | "code" | GrantView>();
  const back = () => setStep(undefined);
  const [code, setCode] = useState<string>();
  const [left, setLeft] = useState<EndedView>();
  const { _id: userId, name, isBuiltIn, hasSecondStep, login } = member;
  const { length: held } = member.grants.filter(({ state }) => state !== "over");
  const { staff } = api.useUtils();
  const change = useStaffChange();
  const makeCode = api.staff.makeCode.useMutation({
    ...change(""),
    onSuccess({ code: made }) {
      void staff.list.invalidate();
      setCode(made ?? undefined);
    },
  });
  const reset = api.staff.resetSecondStep.useMutation();
  const isMailOn = useMailMode();
  const ending = (done: string, then: () => void) => ({
    ...change(done),
    onSuccess(ended: EndedView) {
      change(done).onSuccess();
      if (leavesWork(ended)) setLeft(ended);
      else then();
    },
  });
  const endAccess = api.staff.endAccess.useMutation(ending(copy.accessEnded(name), onClose));
  const endGrant = api.staff.endGrant.useMutation(ending(copy.grantEnded, back));
  const [startCode, startEnd] = [useSingleFlight(makeCode), useSingleFlight(endAccess)];
  const startEndGrant = useSingleFlight(endGrant);

  if (code !== undefined) return <StaffCode name={name} code={code} onClose={onClose} />;
  if (left !== undefined) return <WorkLeft ended={left} onClose={onClose} />;
  if (step === "grant") return <AddGrant member={member} onClose={back} />;
  if (step === "edit") return <EditMember member={member} onClose={back} />;
  if (step === "reset") {
    return (
      <PasswordDialog
        open
        onClose={back}
        title={copy.resetQuestion(name)}
        hint={isMailOn && member.isMailable ? copy.resetHint : copy.resetHintKept}
        confirmLabel={copy.resetSecondStep}
        busyText={copy.resetting}
        variant="danger"
        call={async (password) => {
          await reset.mutateAsync({ userId, password });
          void staff.list.invalidate();
          toast.success(copy.secondStepReset(name));
        }}
      />
    );
  }
  if (step === "end") {
    return (
      <Question title={copy.endAccessQuestion(name)} lead={copy.endAccessLead} onClose={back}>
        <Button variant="danger" busy={endAccess.isPending} onClick={() => startEnd({ userId })}>
          {copy.endAccess}
        </Button>
      </Question>
    );
  }
  if (step === "code") {
    return (
      <Question title={copy.newPasswordQuestion(name)} lead={copy.newPasswordLead} onClose={back}>
        <Button variant="danger" busy={makeCode.isPending} onClick={() => startCode({ userId })}>
          {copy.makeCode}
        </Button>
      </Question>
    );
  }
  if (step !== undefined) {
    const lead = held === 1 ? copy.lastGrantLead : copy.endGrantLead(name);
    return (
      <Question title={copy.endGrantQuestion(wordsOf(step))} lead={lead} onClose={back}>
        <Button variant="danger" busy={endGrant.isPending} onClick={() => startEndGrant({ id: step._id })}>
          {copy.endGrant}
        </Button>
      </Question>
    );
  }
  return (
    <FormDialog title={name} lead={member.email ?? member.username} onClose={onClose}>
      {!isBuiltIn && <GrantList grants={member.grants} isOwn={isOwn} onEnd={setStep} />}
      <div className="grid gap-2 sm:grid-cols-2">
        {!isBuiltIn && (
          <Button variant="secondary" onClick={() => setStep("grant")}>
            {copy.another}
          </Button>
        )}
        {!isBuiltIn && !isOwn && (
          <>
            {login === "active" ? (
              <Button variant="secondary" onClick={() => setStep("code")}>
                {copy.newPassword}
              </Button>
            ) : (
              <Button variant="secondary" busy={makeCode.isPending} onClick={() => startCode({ userId })}>
                {copy.newCode}
              </Button>
            )}
            <Button variant="secondary" onClick={() => setStep("edit")}>
              {copy.edit}
            </Button>
          </>
        )}
        {hasSecondStep && !isOwn && (
          <Button variant="secondary" onClick={() => setStep("reset")}>
            {copy.resetSecondStep}
          </Button>
        )}
        {held > 0 && !isOwn && (
          <Button variant="dangerOutline" onClick={() => setStep("end")}>
            {copy.endAccess}
          </Button>
        )}
      </div>
      {isBuiltIn && <p className="text-ink-soft text-sm">{copy.builtIn}</p>}
    </FormDialog>
  );
}

type QuestionProps = { title: string; lead: string; onClose: () => void; children: ReactNode };

/** Asks for confirmation before something ends immediately. */
function Question({ title, lead, onClose, children }: QuestionProps) {
  return (
    <FormDialog title={title} lead={lead} onClose={onClose}>
      <div className="flex flex-wrap justify-end gap-3">{children}</div>
    </FormDialog>
  );
}

function AddGrant({ member, onClose }: { member: StaffMember; onClose: () => void }) {
  const { staff } = api.useUtils();
  const grant = api.staff.grant.useMutation();
  const { form, faults, failure, busy } = useServerForm({
    fields: grantFieldNames,
    send: ({ role, ...given }) => grant.mutateAsync({ ...given, role: roleOf(role), userId: member._id }),
    onDone() {
      void staff.list.invalidate();
      onClose();
    },
  });
  return (
    <FormDialog title={copy.another} lead={member.name} onClose={onClose}>
      <form {...form} noValidate autoComplete="off" className="grid grid-cols-1 gap-4">
        <GrantFields faults={faults} />
        <FormEnd failure={failure} failed={copy.failed} busy={busy} busyText={copy.granting}>
          {copy.grant}
        </FormEnd>
      </form>
    </FormDialog>
  );
}
