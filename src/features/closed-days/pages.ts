import type { Page } from "../feature";

export const pages = [
  {
    path: "/admin/closed-days",
    area: "admin",
    right: "office",
    link: { label: "Closed days", icon: "CalendarMinus", place: 56, group: "Institute" },
    skeleton: ["list"],
  },
] as const satisfies readonly Page[];
