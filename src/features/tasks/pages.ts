import type { Page } from "../feature";

export const pages = [
  {
    path: "/admin/tasks",
    area: "admin",
    right: "office",
    link: { label: "Background tasks", icon: "ListChecks", place: 65, group: "Institute" },
    skeleton: ["list"],
  },
] as const satisfies readonly Page[];
