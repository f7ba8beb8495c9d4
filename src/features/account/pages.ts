import type { Page } from "../feature";

export const pages = [
  { path: "/user/account", area: "user", link: { label: "Account", icon: "CircleUserRound", place: 90 } },
  {
    path: "/admin/account",
    area: "admin",
    right: "staff",
    link: { label: "Account", icon: "CircleUserRound", place: 90 },
  },
] as const satisfies readonly Page[];
