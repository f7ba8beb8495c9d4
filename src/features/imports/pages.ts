import type { Page } from "../feature";

export const pages = [
  {
    path: "/admin/import",
    area: "admin",
    right: "office",
    link: { label: "Import", icon: "FileSpreadsheet", place: 58, group: "Institute" },
    skeleton: ["list"],
  },
] as const satisfies readonly Page[];
