import { Alert } from "@/components/ui/alert";
import { copy } from "../messages";

/** Says that no mail leaves the machine, where they are kept, and how to change that. */
export function MailNotice({ folder }: { folder: string }) {
  return (
    <Alert tone="info" title={copy.notConfiguredTitle}>
      <p>
        {copy.notConfigured} <code className="wrap-anywhere font-semibold">{folder}</code>
      </p>
      <p>{copy.howToConfigure}</p>
    </Alert>
  );
}
