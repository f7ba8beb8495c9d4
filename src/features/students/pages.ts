import type { Page } from "../feature";

export const pages = [
  {
    path: "/admin/students",
    area: "admin",
    right: "office",
    link: { label: "Students", icon: "Users", place: 35, group: "People" },
    skeleton: "table",
  },
] as const satisfies readonly Page[];
