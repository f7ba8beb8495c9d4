import { Alert } from "@/components/ui/alert";
import type { MailSummary } from "../schema";
import { mailCopy } from "./mail-copy";
import { Moment } from "./moment";

/** Says that the mail server takes no mail at all, in its own words, and what to do about it. */
export function MailOutage({ outage }: { outage: NonNullable<MailSummary["outage"]> }) {
  const [before, between, after] = mailCopy.outageAdvice;
  return (
    <Alert tone="error" title={mailCopy.outageTitle}>
      <div className="grid gap-2">
        <p className="wrap-anywhere font-semibold">{outage.fault}</p>
        <p>
          {mailCopy.outageText} {before} <code className="font-semibold">SMTP_URL</code> {between}{" "}
          <code className="font-semibold">MAIL_FROM</code> {after}
        </p>
        <p className="text-ink-soft">
          {mailCopy.outageSince} <Moment at={outage.since} />. {mailCopy.outageNext} <Moment at={outage.nextTryAt} />.
        </p>
      </div>
    </Alert>
  );
}
