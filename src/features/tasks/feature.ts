import "server-only";
import { kept } from "@/content/retention";
import { removeTasksBefore } from "@/server/tasks/tasks";
import type { Feature } from "../feature";
import { taskWordsOf } from "./data";
import { createTasksRouter } from "./router";
import { actions } from "./rules";

const own = {
  duties: [{ words: "Background tasks", area: "institute", right: actions.follow }],
  audit: {
    "task-cancelled": { words: "Task in the background cancelled", icon: "ListChecks", about: "detail" },
    "task-result-taken": { words: "File of a task downloaded", icon: "Download", about: "detail" },
  },
  calls: {
    "tasks.list": "To see tasks in the background",
    "tasks.get": "To see a task in the background",
    "tasks.cancel": "To cancel a task in the background",
    "tasks.takeResult": "To download the file of a task",
  },
  retention: { name: "tasks", days: kept.tasks, purge: removeTasksBefore },
} satisfies Feature;

/** The tasks room, given the task kinds of all rooms. */
export const createTasks = (others: readonly Feature[]) =>
  ({ ...own, router: createTasksRouter(taskWordsOf(others)) }) satisfies Feature;
