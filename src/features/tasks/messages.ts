import { catalogue } from "@/lib/catalogue";

export const copy = {
  title: "Background tasks",
  lead: "What you started and what goes on while you do something else.",
  loading: "Loading background tasks",
  loadFailed: "The tasks could not be loaded.",
  empty: "Nothing is under way",
  emptyHint:
    "Report cards of a class, long imports and backups: watch them here while they run. Finished ones stay for seven days.",
  cards: "Report cards",
  imports: "Import",
  backups: "Backup",
  list: "Your tasks",
  unknownKind: "A task of another version",
  hasEnded: "This task has already ended.",
  takenThere: "This file is downloaded on its own page.",
} as const;

export const say = catalogue("tasks", copy);
