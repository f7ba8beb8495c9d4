import "server-only";
import { allow, router } from "@/server/trpc/trpc";
import { getTask, listTasks, type TaskWords } from "./data";
import { cancel, take } from "./mutations";
import { actions } from "./rules";
import { taskIdInput, taskResultView, tasksView, taskView } from "./schema";

/** The procedures of the tasks room, in the words of the rooms that declare kinds of tasks. */
export const createTasksRouter = (words: TaskWords) =>
  router({
    list: allow(actions.follow)
      .output(tasksView)
      .query(async ({ ctx }) => ({ items: await listTasks(ctx.principal.userId, words, new Date()) })),

    get: allow(actions.follow)
      .input(taskIdInput)
      .output(taskView)
      .query(({ ctx, input }) => getTask(ctx.principal.userId, input.id, words, new Date())),

    /** Ends a task before it is done. */
    cancel: allow(actions.follow)
      .input(taskIdInput)
      .output(taskView)
      .mutation(({ ctx, input }) => cancel(input.id, ctx.principal, words)),

    /** The file that came out of a task; afterwards it is gone. */
    takeResult: allow(actions.follow)
      .input(taskIdInput)
      .output(taskResultView)
      .mutation(({ ctx, input }) => take(input.id, ctx.principal, words)),
  });
