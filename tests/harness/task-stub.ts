import type { RunningTask } from "@/server/tasks/tasks";

export const taskStub = (userId: string): RunningTask => ({
  ...{ id: "t", by: { userId, role: "admin" }, signal: new AbortController().signal },
  finish: async () => {},
  progress: async () => {},
});
