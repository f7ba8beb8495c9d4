"use client";

import { DatabaseBackup } from "lucide-react";
import { TaskProgress } from "@/components/form/task-progress";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/clock";
import { Failed } from "@/components/ui/failed";
import { NumberedSteps } from "@/components/ui/numbered-steps";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { BackupsView } from "../schema";
import { BackupState } from "./backup-state";
import { LastBackups } from "./last-backups";
import { MadeBackup } from "./made-backup";
import { RestoreSteps } from "./restore-steps";

/** Reload the list this many seconds after a download began. */
const looks = [2, 6, 20, 60, 180];

type BackupsBoardProps = {
  first?: BackupsView | undefined;
  /** When the page was opened, for the age of the last backup. */
  now: Date;
};

/** Says whether there is a recent backup, makes one, offers it for download, and lists the last ones. */
export function BackupsBoard({ first, now }: BackupsBoardProps) {
  const cache = api.useUtils();
  const found = api.backups.get.useQuery(undefined, { initialData: first });
  const make = api.backups.make.useMutation({ onSuccess: () => cache.backups.get.invalidate() });
  const makeOnce = useSingleFlight(make);
  const { data } = found;
  // The browser does not report when a download has finished.
  const lookSoon = () => {
    for (const seconds of looks) setTimeout(() => void cache.backups.get.invalidate(), seconds * 1000);
  };

  if (!data) return found.isError ? <Failed of={found}>{messageOf(found.error, copy.loadFailed)}</Failed> : null;

  const { taskId, failed, made, asksForCode, isNightly, lacks, backups } = data;
  const makeButton = (
    <Button
      variant={made ? "secondary" : "primary"}
      busy={make.isPending}
      busyText={copy.making}
      onClick={() => makeOnce()}
    >
      <DatabaseBackup aria-hidden className="size-5" />
      {made ? copy.another : copy.make}
    </Button>
  );
  return (
    <div className="grid grid-cols-1 gap-4">
      <BackupState backups={backups} isNightly={isNightly} now={now} />
      <div className="flex flex-col gap-4 xl:flex-row xl:items-start">
        <div className="grid min-w-0 grow grid-cols-1 gap-4">
          <Card as="section" padding="none" aria-label={copy.make} className="grid grid-cols-1 gap-4 p-4">
            {failed && (
              <Alert tone="error">
                {copy.taskFailed} <Moment at={failed.at} />. {failed.fault}
              </Alert>
            )}
            {taskId ? (
              <TaskProgress id={taskId} onEnd={() => void cache.backups.get.invalidate()} />
            ) : made ? (
              <MadeBackup made={made} asksForCode={asksForCode} onBegun={lookSoon}>
                {makeButton}
              </MadeBackup>
            ) : (
              <div className="grid grid-cols-1 gap-4 text-sm md:grid-cols-2 md:gap-6">
                <div className="grid content-start gap-3.5 sm:justify-items-start">
                  <h2 className="text-base">{copy.makeTitle}</h2>
                  <p className="text-ink-soft">{copy.makeHint}</p>
                  {makeButton}
                </div>
                <NumberedSteps steps={copy.steps} />
              </div>
            )}
            <Lacks lacks={lacks} />
            {make.error && <Alert tone="error">{messageOf(make.error, copy.makeFailed)}</Alert>}
          </Card>
          <LastBackups backups={backups} />
        </div>
        <div className="grid shrink-0 grid-cols-1 xl:w-90">
          <RestoreSteps />
        </div>
      </div>
    </div>
  );
}

/** What no backup contains. A server of the previous version does not report it. */
function Lacks({ lacks = [] }: Partial<Pick<BackupsView, "lacks">>) {
  return lacks.map((part) => (
    <p key={part} className="text-ink-soft text-sm">
      {copy.lacks[part]}
    </p>
  ));
}
