import { catalogue } from "@/lib/catalogue";

export const copy = {
  title: "Background tasks",
  lead: "What you started and what goes on while you do something else. Each stays here for seven days.",
  loading: "Loading background tasks",
  loadFailed: "The tasks could not be loaded.",
  empty: "Nothing is under way",
  emptyHint: "Letters of a class and other work that takes a while appear here.",
  list: "Your tasks",
  unknownKind: "A task of another version",
  hasEnded: "This task has already ended.",
  takenThere: "This file is downloaded on its own page.",
} as const;

export const say = catalogue("tasks", copy);
