import { Alert } from "@/components/ui/alert";
import { Fold } from "@/components/ui/fold";
import { copy } from "../messages";

/** Explains that emails are stored as files, and how to set up a mail server; the folder is for the person who runs the server. */
export function MailNotice({ folder }: { folder: string }) {
  return (
    <Alert tone="warning" title={copy.notConfiguredTitle}>
      <p>
        {copy.notConfigured} {copy.howToConfigure}
      </p>
      <Fold summary={copy.forServer}>
        <p>
          {copy.mailFolder} <code className="wrap-anywhere font-semibold">{folder}</code>
        </p>
      </Fold>
    </Alert>
  );
}
