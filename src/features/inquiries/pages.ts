import type { Page } from "../feature";

export const pages = [
  { path: "/contact", area: "site", listed: true, cached: ["settings"] },
  {
    path: "/admin/messages",
    area: "admin",
    right: "office",
    link: { label: "Messages", icon: "MessageSquareText", place: 36, group: "People" },
    skeleton: ["list"],
  },
] as const satisfies readonly Page[];
