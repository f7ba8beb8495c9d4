import type { Page } from "../feature";

export const pages = [
  {
    path: "/admin/mail",
    area: "admin",
    right: "office",
    link: { label: "Mail", icon: "Mail", place: 50, group: "To families" },
    skeleton: ["list"],
  },
  {
    path: "/admin/activity",
    area: "admin",
    link: { label: "Activity", icon: "History", place: 60, group: "Institute" },
    skeleton: ["list"],
  },
  {
    path: "/admin/status",
    area: "admin",
    link: { label: "Status", icon: "HeartPulse", place: 80, group: "Institute" },
    skeleton: ["list"],
  },
] as const satisfies readonly Page[];
