"use client";

import { Download } from "lucide-react";
import { type ReactNode, useEffect, useEffectEvent, useRef } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Moment } from "@/components/ui/clock";
import { Link } from "@/components/ui/link";
import { ProgressBar } from "@/components/ui/progress-bar";
import { passFocusOn } from "@/components/ui/take-focus";
import { toast } from "@/components/ui/toast";
import { useInUse } from "@/components/ui/use-in-use";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { useDownload } from "./use-download";
import { useSingleFlight } from "./use-single-flight";

const copy = {
  loading: "Loading progress",
  running: (done: number, total: number) => `${done} of ${total}`,
  states: { waiting: "Waiting", running: "Running", done: "Done", failed: "Failed", cancelled: "Cancelled" },
  leave: "You may leave this page. The task continues, and is listed under",
  list: "Background tasks",
  resting: "Press a key or scroll to see how far it is now.",
  cancel: "Cancel",
  cancelling: "Cancelling...",
  cancelFailed: "It could not be cancelled. Please try again.",
  download: "Download",
  downloading: "Downloading...",
  downloadFailed: "The file could not be downloaded. Please try again.",
  downloaded: "The file is in your downloads, and no longer kept here.",
  until: "Download it within the hour; it is kept for one download only.",
  open: "Open",
  failed: "The progress could not be loaded.",
  again: "Try Again",
} as const;

type Task = NonNullable<ReturnType<ReturnType<typeof api.useUtils>["tasks"]["get"]["getData"]>>;

type TaskProgressProps = {
  id: string;
  /** The state from a list. */
  known?: Task;
  /** In a list of tasks, do not link to the list. */
  listed?: boolean;
  /** Called when it ends while it is shown. */
  onEnd?: (task: Task) => void;
};

export const isOpen = (task: Task | undefined) => task?.state === "waiting" || task?.state === "running";

const tones = {
  waiting: "neutral",
  running: "accent",
  done: "success",
  failed: "danger",
  cancelled: "neutral",
} as const;

/**
 * The progress of a background task. Polls each second while it runs and the page is in use, and offers to cancel it and to download its result.
 */
export function TaskProgress({ id, known, listed = false, onEnd }: TaskProgressProps) {
  const cache = api.useUtils();
  const isInUse = useInUse();
  const asked = api.tasks.get.useQuery(
    { id },
    { initialData: known, refetchInterval: ({ state }) => isInUse && isOpen(state.data) && 1_000 },
  );
  // The newer state from a list.
  const task = known && !isOpen(known) ? known : asked.data;
  const wasOpen = useRef(false);
  const reportEnd = useEffectEvent((ended: Task) => onEnd?.(ended));
  useEffect(() => {
    if (task && wasOpen.current && !isOpen(task)) reportEnd(task);
    wasOpen.current = isOpen(task);
  }, [task]);
  const cancel = api.tasks.cancel.useMutation({
    onSuccess: (ended) => cache.tasks.get.setData({ id }, ended),
    onError: (error) => void toast.error(messageOf(error, copy.cancelFailed)),
    onSettled: () => void cache.tasks.invalidate(),
  });
  const cancelOnce = useSingleFlight(cancel);

  if (!task) {
    if (!asked.isError) return <ProgressBar label={copy.loading} />;
    return (
      <Line words={copy.failed}>
        <Button ref={passFocusOn} variant="secondary" busy={asked.isFetching} onClick={() => void asked.refetch()}>
          {copy.again}
        </Button>
      </Line>
    );
  }
  if (isOpen(task)) {
    const hasBegun = task.state === "running" && task.total > 0;
    return (
      <div className="grid grid-cols-1 gap-2">
        <div className="flex items-end gap-3">
          <div className="min-w-0 grow">
            <ProgressBar
              label={task.words}
              {...(hasBegun && { value: (100 * task.done) / task.total })}
              text={hasBegun ? copy.running(task.done, task.total) : copy.states[task.state]}
            />
          </div>
          <Button
            ref={passFocusOn}
            variant="quiet"
            busy={cancel.isPending}
            busyText={copy.cancelling}
            onClick={() => cancelOnce({ id })}
          >
            {copy.cancel}
          </Button>
        </div>
        {!isInUse && <p className="text-ink-soft text-sm">{copy.resting}</p>}
        {!listed && (
          <p className="text-ink-soft text-sm">
            {copy.leave}{" "}
            <Link href="/admin/tasks" className="font-semibold text-accent underline">
              {copy.list}
            </Link>
            .
          </p>
        )}
      </div>
    );
  }
  const canBeTaken = task.resultUntil && !task.takenThere;
  return (
    <Line
      words={task.words}
      more={
        <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-ink-soft text-sm">
          <Badge tone={tones[task.state]}>{copy.states[task.state]}</Badge>
          {listed && <Moment at={task.createdAt} />}
          {task.fault ?? (canBeTaken && copy.until)}
        </p>
      }
    >
      {canBeTaken && <TakeResult id={id} listed={listed} />}
      {task.href && task.state === "done" && listed && (
        <Link href={task.href} className="px-2 py-1 font-semibold text-accent text-sm underline">
          {copy.open}
        </Link>
      )}
    </Line>
  );
}

function Line({ words, more, children }: { words: string; more?: ReactNode; children?: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
      <div className="min-w-0 grow basis-60" role="status">
        <p className="wrap-anywhere font-semibold text-sm">{words}</p>
        {more}
      </div>
      {children}
    </div>
  );
}

function TakeResult({ id, listed }: { id: string; listed: boolean }) {
  const cache = api.useUtils();
  const { save, isSaving } = useDownload(() => cache.client.tasks.takeResult.mutate({ id }), {
    done: copy.downloaded,
    failed: copy.downloadFailed,
    onFailed: () => void cache.tasks.invalidate(),
  });
  return (
    <Button
      ref={passFocusOn}
      variant={listed ? "secondary" : "primary"}
      busy={isSaving}
      busyText={copy.downloading}
      onClick={() => save()}
    >
      <Download aria-hidden className="size-5" />
      {copy.download}
    </Button>
  );
}
