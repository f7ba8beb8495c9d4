"use client";

import { useState } from "react";
import type { FileStep } from "@/components/form/file-steps";
import { isOpen, TaskProgress } from "@/components/form/task-progress";
import { PageHeader } from "@/components/site/page-header";
import { takeLostFocus } from "@/components/ui/take-focus";
import { api } from "@/trpc/client";
import { codeOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { ImportView } from "../schema";
import { CancelImport } from "./cancel-import";
import { ImportCheck } from "./import-check";
import { ImportColumns } from "./import-columns";
import { ImportDone } from "./import-done";
import { ImportSteps } from "./import-steps";
import { ImportUndone } from "./import-undone";

const stepOf = { read: "columns", checked: "check", applied: "done", undone: "done" } as const satisfies Record<
  string,
  FileStep
>;
const crumbs = [{ href: "/admin/import", label: copy.title }];

type Year = { _id: string; label: string };
type ImportPageProps = { known: ImportView; years: readonly Year[]; currentId: string | null };

/** An import from its columns to the result; the state on the server determines the step. */
export function ImportPage({ known, years, currentId }: ImportPageProps) {
  const [isChoosing, setIsChoosing] = useState(false);
  const cache = api.useUtils();
  const { data: view = known } = api.imports.get.useQuery({ id: known._id }, { initialData: known });
  const { data: task, error } = api.tasks.get.useQuery({ id: view.taskId ?? "" }, { enabled: view.taskId !== null });
  // A colleague may not see the task.
  const taskId = codeOf(error) === "NOT_FOUND" ? null : view.taskId;
  const isGoingOn = taskId !== null && (!task || isOpen(task));
  const state = isChoosing && view.state === "checked" ? "read" : view.state;

  async function show(next?: ImportView) {
    setIsChoosing(false);
    if (next) cache.imports.get.setData({ id: view._id }, next);
    await Promise.all([cache.imports.list.invalidate(), cache.imports.rows.invalidate(), cache.students.invalidate()]);
    if (!next) await cache.imports.get.invalidate();
  }

  return (
    <>
      <PageHeader
        title={copy.titles[state]}
        crumbs={[...crumbs, { href: `/admin/import/${view._id}`, label: view.fileName }]}
        action={(state === "read" || state === "checked") && <CancelImport view={view} />}
      />
      <div className="grid grid-cols-1 gap-4">
        <ImportSteps view={view} step={stepOf[state]} />
        {taskId && (
          <div
            {...(taskId !== known.taskId && { ref: takeLostFocus, tabIndex: -1 })}
            className="rounded-md border border-line bg-surface p-4"
          >
            <TaskProgress key={taskId} id={taskId} onEnd={() => void show()} />
          </div>
        )}
        {!isGoingOn && state === "read" && (
          <ImportColumns view={view} years={years} currentId={currentId} onChecked={show} />
        )}
        {!isGoingOn && state === "checked" && (
          <ImportCheck view={view} onColumns={() => setIsChoosing(true)} onChanged={show} />
        )}
        {!isGoingOn && state === "applied" && <ImportDone view={view} onUndone={show} />}
        {!isGoingOn && state === "undone" && <ImportUndone view={view} />}
      </div>
    </>
  );
}
