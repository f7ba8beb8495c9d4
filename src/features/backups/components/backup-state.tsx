import { Alert } from "@/components/ui/alert";
import { Moment } from "@/components/ui/clock";
import { copy } from "../messages";
import { reminderOf } from "../rules";
import type { BackupsView } from "../schema";

type BackupStateProps = Pick<BackupsView, "backups" | "isNightly"> & { now: Date };

/** One line: whether there is a recent backup, and whether one is made at night. */
export function BackupState({ backups, isNightly, now }: BackupStateProps) {
  const reminder = reminderOf({ backups, isNightly }, now);
  const [last] = backups;
  const tone = last?.ok === false ? "error" : reminder ? "warning" : "success";
  return (
    <Alert tone={tone}>
      {reminder ? (
        <strong className="font-semibold">
          {reminder.why === "old" ? copy.state.old(reminder.days) : copy.state[reminder.why]}
        </strong>
      ) : (
        last && (
          <>
            {copy.state.good} <Moment at={last.at} />.
          </>
        )
      )}{" "}
      {isNightly ? copy.eachNight : copy.noNight}
    </Alert>
  );
}
