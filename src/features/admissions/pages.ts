import type { Page } from "../feature";

export const pages = [
  { path: "/services", area: "site", listed: true, cached: ["settings"] },
  { path: "/admission", area: "site", listed: true },
  {
    path: "/admin/get-info",
    area: "admin",
    right: "office",
    link: { label: "Student Submissions", icon: "Inbox", place: 30, group: "People", specified: true },
    skeleton: ["views", "filters", "table"],
  },
] as const satisfies readonly Page[];
