import { Alert } from "@/components/ui/alert";
import { copy } from "../messages";

/** Explains that emails are stored as files, and how to set up a mail server; the folder is for the person who runs the server. */
export function MailNotice({ folder }: { folder: string }) {
  return (
    <Alert tone="warning" title={copy.notConfiguredTitle}>
      <p>
        {copy.notConfigured} {copy.howToConfigure}
      </p>
      <details className="pt-1">
        <summary className="link w-fit rounded-sm py-0.5">{copy.forServer}</summary>
        <p className="pt-1">
          {copy.mailFolder} <code className="wrap-anywhere font-semibold">{folder}</code>
        </p>
      </details>
    </Alert>
  );
}
