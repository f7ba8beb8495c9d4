"use client";

import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { FormDialog } from "@/components/ui/form-dialog";
import { usePageRefresh } from "@/components/ui/page-refresh";
import { toast } from "@/components/ui/toast";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { officeScreens as copy } from "../messages-screens";
import type { CodePerson } from "./login-actions";
import { ShownCode } from "./shown-code";

type CodeDialogProps = { person: CodePerson; purpose: "join" | "password"; onClose: () => void };

export function CodeDialog({ person, purpose, onClose }: CodeDialogProps) {
  const refresh = usePageRefresh();
  const { codes, students } = api.useUtils();
  const { data } = api.codes.list.useQuery({ personId: person._id });
  const changed = () => {
    void codes.list.invalidate();
    void students.list.invalidate();
    refresh();
  };
  const make = api.codes.make.useMutation({ onSuccess: changed });
  const invite = api.codes.invite.useMutation({
    onSuccess({ mailedTo }) {
      changed();
      if (mailedTo === null) return;
      // The code is created when the email is sent.
      for (const seconds of [2, 6, 20]) setTimeout(() => void codes.list.invalidate(), 1000 * seconds);
      toast.success(copy.mailed(mailedTo));
      onClose();
    },
  });
  const makeOnce = useSingleFlight(make);
  const inviteOnce = useSingleFlight(invite);
  const mailsTo = purpose === "join" ? data?.mailsTo : null;
  const failure = make.error ?? invite.error;
  const isFirst = purpose === "join";
  return (
    <FormDialog
      title={isFirst ? copy.inviteTitle(person.name) : copy.passwordTitle(person.name)}
      lead={make.data ? undefined : isFirst ? copy.inviteLead : copy.passwordLead}
      onClose={onClose}
    >
      {make.data ? (
        <ShownCode made={make.data} onClose={onClose} />
      ) : (
        <>
          {failure && <Alert tone="error">{messageOf(failure, copy.failed)}</Alert>}
          <div className="flex flex-wrap justify-end gap-2 max-sm:grid">
            {mailsTo && (
              <Button
                busy={invite.isPending}
                busyText={copy.mailing}
                onClick={() => inviteOnce({ personId: person._id })}
              >
                {copy.mail(mailsTo)}
              </Button>
            )}
            <Button
              variant={mailsTo ? "secondary" : "primary"}
              busy={make.isPending}
              busyText={copy.making}
              onClick={() => makeOnce({ personId: person._id, purpose })}
            >
              {mailsTo ? copy.makeInstead : copy.make}
            </Button>
          </div>
        </>
      )}
    </FormDialog>
  );
}
