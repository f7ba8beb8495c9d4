import { Alert } from "@/components/ui/alert";
import { copy } from "../messages";

/** Explains that emails are stored as files, where, and how to set up a mail server. */
export function MailNotice({ folder }: { folder: string }) {
  return (
    <Alert tone="warning" title={copy.notConfiguredTitle}>
      <p>
        {copy.notConfigured} <code className="wrap-anywhere font-semibold">{folder}</code>
      </p>
      <p>{copy.howToConfigure}</p>
    </Alert>
  );
}
