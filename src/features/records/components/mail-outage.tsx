import { Alert } from "@/components/ui/alert";
import { Moment } from "@/components/ui/clock";
import type { MailSummary } from "../schema";
import { mailCopy } from "./mail-messages";

type MailOutageProps = { outage: NonNullable<MailSummary["outage"]>; leaves: boolean };

/** Explains that no email can be sent (or stored), why, and what to do. */
export function MailOutage({ outage, leaves }: MailOutageProps) {
  return (
    <Alert tone="error" title={leaves ? mailCopy.outageTitle : mailCopy.unkeptTitle}>
      <div className="grid gap-2">
        <p className="wrap-anywhere font-semibold">{outage.fault}</p>
        {leaves ? <Advice /> : <p>{mailCopy.unkeptText}</p>}
        <p className="text-ink-soft">
          {mailCopy.outageSince} <Moment at={outage.since} />. {mailCopy.outageNext} <Moment at={outage.nextTryAt} />.
        </p>
      </div>
    </Alert>
  );
}

function Advice() {
  const [before, between, after] = mailCopy.outageAdvice;
  return (
    <p>
      {mailCopy.outageText} {before} <code className="font-semibold">SMTP_URL</code> {between}{" "}
      <code className="font-semibold">MAIL_FROM</code> {after}
    </p>
  );
}
