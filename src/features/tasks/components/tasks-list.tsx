"use client";

import { ListChecks } from "lucide-react";
import { isOpen, TaskProgress } from "@/components/form/task-progress";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { ListFrame } from "@/components/ui/list-frame";
import { useInUse } from "@/components/ui/use-in-use";
import { api } from "@/trpc/client";
import { copy } from "../messages";

/** The tasks that the person started in the last seven days, newest first; each row polls its own task. */
export function TasksList({ backsUp }: { backsUp: boolean }) {
  const isInUse = useInUse();
  const list = api.tasks.list.useQuery(undefined, {
    refetchInterval: ({ state }) => isInUse && state.data?.items.some(isOpen) && 10_000,
  });
  const tasks = list.data?.items;
  return (
    <ListFrame
      list={list}
      count={tasks?.length}
      loading={copy.loading}
      failed={copy.loadFailed}
      empty={
        <EmptyState
          icon={<ListChecks />}
          title={copy.empty}
          hint={copy.emptyHint}
          action={
            <div className="flex flex-wrap justify-center gap-2">
              <ButtonLink href="/admin/report-cards" variant="secondary">
                {copy.cards}
              </ButtonLink>
              <ButtonLink href="/admin/import" variant="secondary">
                {copy.imports}
              </ButtonLink>
              {backsUp && (
                <ButtonLink href="/admin/backup" variant="secondary">
                  {copy.backups}
                </ButtonLink>
              )}
            </div>
          }
        />
      }
    >
      <ul aria-label={copy.list} className="rounded-md border border-line bg-surface">
        {tasks?.map((task) => (
          <li key={task._id} tabIndex={-1} className="border-line border-t px-4 py-3 first:border-t-0">
            <TaskProgress id={task._id} known={task} listed />
          </li>
        ))}
      </ul>
    </ListFrame>
  );
}
