import type { Page } from "../feature";

export const pages = [
  {
    path: "/admin/subjects",
    area: "admin",
    right: "office",
    link: { label: "Subjects", icon: "BookOpen", place: 45, group: "Teaching" },
    skeleton: ["list"],
  },
] as const satisfies readonly Page[];
