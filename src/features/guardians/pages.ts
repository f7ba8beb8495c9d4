import type { Page } from "../feature";

export const pages = [
  { path: "/user/children", area: "user" },
  {
    path: "/admin/children",
    area: "admin",
    right: "family",
    link: { label: "Your children", icon: "Users", place: 85 },
  },
] as const satisfies readonly Page[];
