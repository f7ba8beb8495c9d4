import type { Page } from "../feature";

export const pages = [
  {
    path: "/admin/backup",
    area: "admin",
    link: { label: "Backup", icon: "DatabaseBackup", place: 66, group: "Institute" },
  },
] as const satisfies readonly Page[];
