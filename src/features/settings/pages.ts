import type { Page } from "../feature";

export const pages = [
  {
    path: "/admin/settings",
    area: "admin",
    link: { label: "Settings", icon: "Settings", place: 55, group: "Institute" },
  },
] as const satisfies readonly Page[];
