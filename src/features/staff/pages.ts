import type { Page } from "../feature";

export const pages = [
  {
    path: "/admin/staff",
    area: "admin",
    link: { label: "Staff", icon: "UserCog", place: 46, group: "People" },
    skeleton: ["table"],
  },
  { path: "/admin/not-open", area: "admin", right: "staff" },
] as const satisfies readonly Page[];
