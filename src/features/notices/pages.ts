import type { Page } from "../feature";

export const pages = [
  { path: "/notices", area: "site", listed: true, cached: ["notices", "settings"] },
  {
    path: "/user/notices",
    area: "user",
    link: { label: "Notices", icon: "Megaphone", place: 35, keeps: "child" },
    skeleton: "list",
  },
] as const satisfies readonly Page[];
