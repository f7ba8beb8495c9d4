import type { Page } from "../feature";

export const pages = [
  {
    path: "/admin/results",
    area: "admin",
    right: "teaching",
    link: { label: "Exams and marks", icon: "NotebookPen", place: 42, group: "Teaching" },
    skeleton: ["filters", "table"],
  },
  { path: "/admin/results/statistics", area: "admin", right: "teaching" },
] as const satisfies readonly Page[];
