import type { Page } from "../feature";

export const pages = [
  {
    path: "/admin/overview",
    area: "admin",
    right: "teaching",
    link: { label: "Overview", icon: "LayoutDashboard", place: 1, group: "Start" },
  },
  { path: "/admin/overview/tests", area: "admin", right: "teaching" },
] as const satisfies readonly Page[];
