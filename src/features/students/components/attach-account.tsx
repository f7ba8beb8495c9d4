"use client";

import { useServerForm } from "@/components/form/use-server-form";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/clock";
import { Field } from "@/components/ui/field";
import { FormDialog } from "@/components/ui/form-dialog";
import { Input } from "@/components/ui/input";
import { shownDate } from "@/lib/dates";
import { placeName } from "@/lib/place-name";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { personScreens as copy } from "../messages-person";
import { screens } from "../messages-screens";
import type { AttachView, StudentView } from "../schema";
import { Facts } from "./facts";

type AttachAccountProps = { student: StudentView; onClose: () => void; onDone: (message: string) => void };

/** Attaches a self-registered account to this entry, after a preview. */
export function AttachAccount({ student, onClose, onDone }: AttachAccountProps) {
  const looking = api.students.previewAttach.useMutation();
  const { form, faults, failure, busy, answer } = useServerForm({
    fields: ["email"],
    send: ({ email }) => looking.mutateAsync({ id: student._id, email }),
  });
  return (
    <FormDialog title={copy.attachTitle(student.name)} lead={copy.attachLead} onClose={onClose}>
      <form {...form} noValidate className="grid grid-cols-1 gap-4">
        <Field label={copy.attachAddress} error={faults.email}>
          {(control) => <Input {...control} name="email" type="email" autoComplete="off" />}
        </Field>
        {failure && <Alert tone="error">{messageOf(failure, screens.failedSave)}</Alert>}
        <div className="grid sm:justify-end">
          <Button type="submit" variant={answer ? "secondary" : "primary"} busy={busy} busyText={copy.looking}>
            {copy.look}
          </Button>
        </div>
      </form>
      {answer && <Preview key={answer.account.email} student={student} found={answer} onDone={onDone} />}
    </FormDialog>
  );
}

type PreviewProps = { student: StudentView; found: AttachView; onDone: (message: string) => void };

function Preview({ student, found, onDone }: PreviewProps) {
  const { account, moves, enrolment, leave, guardians, keptFromResults, withdrawn, student: entry } = found;
  const attaching = api.students.attach.useMutation({ onSuccess: () => onDone(copy.done.attach(student.name)) });
  const start = useSingleFlight(attaching);
  const family = guardians.map(({ name, relation }) => copy.guardianMoved(name, relation));
  return (
    <div className="grid grid-cols-1 gap-4 border-line border-t pt-4 text-sm">
      <Facts
        facts={[
          [copy.account, `${account.name}, ${account.email}`],
          [copy.signedUp, <Moment key="at" at={account.createdAt} />],
          [
            copy.address,
            account.emailConfirmed ? (
              copy.addressConfirmed
            ) : (
              <span key="address" className="font-semibold text-warn">
                {copy.notConfirmed}
              </span>
            ),
          ],
          [copy.moves, copy.moved(moves.results, moves.mails, moves.sessions)],
          [copy.classMoves, enrolment ? placeName(enrolment.className, enrolment.section) : copy.nothing],
          [copy.guardiansMove, family.join(", ") || copy.nothing],
        ]}
      />
      {entry.email && <p>{copy.addressGivesWay(entry.email)}</p>}
      {leave && <p>{leave.leftOn ? copy.leavesOn(entry.name, shownDate(leave.leftOn)) : copy.comesBack(entry.name)}</p>}
      {keptFromResults.length > 0 && <p>{copy.keptFromResults(keptFromResults.join(", "))}</p>}
      {withdrawn.length > 0 && <p>{copy.withdrawn(withdrawn.join(", "))}</p>}
      {attaching.error && <Alert tone="error">{messageOf(attaching.error, screens.failedSave)}</Alert>}
      <div className="grid sm:justify-end">
        <Button
          busy={attaching.isPending}
          busyText={screens.saving}
          onClick={() => start({ id: student._id, email: account.email })}
        >
          {copy.attachTo(student.name)}
        </Button>
      </div>
    </div>
  );
}
