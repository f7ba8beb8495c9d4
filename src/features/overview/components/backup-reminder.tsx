import { Alert } from "@/components/ui/alert";
import { ButtonLink } from "@/components/ui/button-link";
import { copy } from "../messages";
import type { Overview } from "../schema";

/** A reminder that the last backup is old, failed or incomplete, or that there is none. */
export function BackupReminder({ reminder }: { reminder: NonNullable<Overview["backup"]> }) {
  const { why, days } = reminder;
  return (
    <Alert
      tone={why === "failed" || why === "incomplete" ? "error" : "warning"}
      title={why === "old" ? copy.backup.old(days) : copy.backup[why]}
      action={
        <ButtonLink href="/admin/backup" variant="secondary">
          {copy.backup.link}
        </ButtonLink>
      }
    >
      {copy.backup.hint}
    </Alert>
  );
}
