import type { Page } from "../feature";

export const pages = [
  {
    path: "/admin/people",
    area: "admin",
    link: { label: "People", icon: "UserSearch", place: 70, group: "Institute" },
  },
] as const satisfies readonly Page[];
