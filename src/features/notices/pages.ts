import type { Page } from "../feature";

export const pages = [
  { path: "/notices", area: "site", listed: true, cached: ["notices", "settings"] },
  {
    path: "/user/notices",
    area: "user",
    link: { label: "Notices", icon: "Megaphone", place: 36, group: "School", keeps: "child", bar: "Notices" },
    skeleton: ["list"],
  },
  {
    path: "/admin/notices",
    area: "admin",
    right: "teaching",
    link: { label: "Notices", icon: "Megaphone", place: 48, group: "To families" },
    skeleton: ["views", "table"],
  },
] as const satisfies readonly Page[];
