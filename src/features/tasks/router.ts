import "server-only";
import { downloadView } from "@/lib/fields";
import { allow, router } from "@/server/trpc/trpc";
import { getTask, listTasks, type TaskWords } from "./data";
import { cancel, take } from "./mutations";
import { actions } from "./rules";
import { taskIdInput, tasksView, taskView } from "./schema";

/** The procedures of the tasks room, given the task kinds of all rooms. */
export const createTasksRouter = (words: TaskWords) =>
  router({
    list: allow(actions.follow)
      .output(tasksView)
      .query(async ({ ctx }) => ({ items: await listTasks(ctx.principal.userId, words, new Date()) })),

    get: allow(actions.follow)
      .input(taskIdInput)
      .output(taskView)
      .query(({ ctx, input }) => getTask(ctx.principal.userId, input.id, words, new Date())),

    /** Cancels a task. */
    cancel: allow(actions.follow)
      .input(taskIdInput)
      .output(taskView)
      .mutation(({ ctx, input }) => cancel(input.id, ctx.principal, words)),

    /** The result file of a task, which is then deleted. */
    takeResult: allow(actions.follow)
      .input(taskIdInput)
      .output(downloadView)
      .mutation(({ ctx, input }) => take(input.id, ctx.principal, words)),
  });
