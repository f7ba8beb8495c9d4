import type { Page } from "../feature";

export const pages = [
  { path: "/show-schedule", area: "site", listed: true, cached: ["schedules", "settings"] },
  {
    path: "/user/tests",
    area: "user",
    link: { label: "Tests", icon: "CalendarDays", place: 30, group: "School", keeps: "child", bar: "Tests" },
  },
  {
    path: "/admin/add-schedule",
    area: "admin",
    right: "teaching",
    link: { label: "Add Schedule", icon: "CalendarPlus", place: 40, group: "Teaching", specified: true },
  },
] as const satisfies readonly Page[];
