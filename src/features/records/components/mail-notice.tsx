import { Alert } from "@/components/ui/alert";
import { copy } from "../copy";

/** Says that no mail leaves the machine, where they are kept, and how to change that. */
export function MailNotice({ folder }: { folder: string }) {
  const [before, after] = copy.howToConfigure;
  return (
    <Alert tone="info" title={copy.notConfiguredTitle}>
      <p>
        {copy.notConfigured} <code className="wrap-anywhere font-semibold">{folder}</code>
      </p>
      <p>
        {before} <code className="font-semibold">SMTP_URL</code> {after}
      </p>
    </Alert>
  );
}
