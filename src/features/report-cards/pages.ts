import type { Page } from "../feature";

export const pages = [
  {
    path: "/admin/report-cards",
    area: "admin",
    right: "teaching",
    link: { label: "Report cards", icon: "ScrollText", place: 44, group: "Teaching" },
    skeleton: ["heading", "table"],
  },
  {
    path: "/user/report-cards",
    area: "user",
    link: { label: "Report Cards", icon: "ScrollText", place: 35, group: "School", keeps: "child" },
  },
] as const satisfies readonly Page[];
