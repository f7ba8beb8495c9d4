"use client";

import { DatabaseBackup } from "lucide-react";
import { TaskProgress } from "@/components/form/task-progress";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import type { BackupsView } from "../schema";
import { LastBackups } from "./last-backups";
import { MadeBackup } from "./made-backup";
import { RestoreSteps } from "./restore-steps";

/** Reload the list this many seconds after a download began. */
const looks = [2, 6, 20, 60, 180];

/** Makes a backup, offers it for download, and lists the last ones. */
export function BackupsBoard({ first }: { first?: BackupsView | undefined }) {
  const cache = api.useUtils();
  const found = api.backups.get.useQuery(undefined, first && { initialData: first });
  const make = api.backups.make.useMutation({ onSuccess: () => cache.backups.get.invalidate() });
  const makeOnce = useSingleFlight(make);
  const { data } = found;
  // The browser does not report when a download has finished.
  const lookSoon = () => {
    for (const seconds of looks) setTimeout(() => void cache.backups.get.invalidate(), seconds * 1000);
  };

  if (!data)
    return found.isError ? (
      <Alert
        tone="error"
        action={
          <Button variant="secondary" busy={found.isFetching} onClick={() => void found.refetch()}>
            {copy.tryAgain}
          </Button>
        }
      >
        {messageOf(found.error, copy.loadFailed)}
      </Alert>
    ) : null;

  const { taskId, made, asksForCode, isNightly, backups } = data;
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
    <div className="flex flex-col gap-4 xl:flex-row xl:items-start">
      <div className="grid min-w-0 grow grid-cols-1 gap-4">
        <Card as="section" aria-label={copy.make} className="grid grid-cols-1 gap-4">
          {taskId ? (
            <TaskProgress id={taskId} onEnd={() => void cache.backups.get.invalidate()} />
          ) : made ? (
            <MadeBackup made={made} asksForCode={asksForCode} onBegun={lookSoon}>
              {makeButton}
            </MadeBackup>
          ) : (
            <>
              <p className="text-ink-soft text-sm">{copy.makeHint}</p>
              <div className="grid sm:justify-start">{makeButton}</div>
            </>
          )}
          {make.error && <Alert tone="error">{messageOf(make.error, copy.makeFailed)}</Alert>}
        </Card>
        <LastBackups backups={backups} isNightly={isNightly} />
      </div>
      <div className="grid shrink-0 grid-cols-1 xl:w-90">
        <RestoreSteps />
      </div>
    </div>
  );
}
