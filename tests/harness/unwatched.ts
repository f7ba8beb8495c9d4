import type { RunningTask } from "@/server/tasks/tasks";

export const unwatchedTask = (userId: string): RunningTask => ({
  ...{ id: "t", by: { userId, role: "admin" }, signal: new AbortController().signal },
  finish: async () => {},
  progress: async () => {},
});
