import type { Page } from "../feature";

export const pages = [
  {
    path: "/admin/privacy-requests",
    area: "admin",
    link: { label: "Privacy requests", icon: "UserSearch", place: 70, group: "Institute" },
  },
] as const satisfies readonly Page[];
