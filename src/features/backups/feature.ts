import "server-only";
import { mountOf } from "@/server/rest/call";
import { taskKind } from "@/server/tasks/tasks";
import type { Feature } from "../feature";
import { kind } from "./data";
import { makeForOffice } from "./mutations";
import { backupsRest } from "./rest";
import { backupsRouter } from "./router";
import { actions, taskWords } from "./rules";
import { backupTaskInput } from "./schema";

export const backups = {
  router: backupsRouter,
  rest: mountOf(backupsRest),
  duties: [{ words: "Backups", area: "institute", right: actions.manage }],
  audit: {
    "backup-made": { words: "Backup made", icon: "DatabaseBackup", about: "detail" },
    "backup-downloaded": { words: "Backup downloaded", icon: "Download", about: "detail" },
  },
  calls: {
    "backups.get": "To see the backups",
    "backups.make": "To make a backup",
    "backups.download": "To download a backup",
    "backups.begin": "To download a backup",
  },
  backgroundTasks: {
    [kind]: taskKind(backupTaskInput, {
      right: actions.manage,
      words: taskWords,
      href: () => "/admin/backup",
      takenThere: true,
      run: makeForOffice,
    }),
  },
} satisfies Feature;
