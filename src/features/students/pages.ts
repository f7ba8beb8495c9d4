import type { Page } from "../feature";

export const pages = [
  {
    path: "/admin/students",
    area: "admin",
    // Teachers only see their own students.
    right: "teaching",
    link: { label: "Students", icon: "Users", place: 35, group: "People" },
    skeleton: ["views", "filters", "table"],
    taughtSkeleton: ["heading", "table"],
  },
  { path: "/admin/students/confirm", area: "admin", right: "office" },
  { path: "/admin/students/promote", area: "admin", right: "office" },
] as const satisfies readonly Page[];
