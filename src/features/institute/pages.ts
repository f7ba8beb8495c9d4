import type { Page } from "../feature";

export const pages = [
  { path: "/", area: "site", listed: true, cached: ["settings", "notices"] },
  { path: "/about", area: "site", listed: true, cached: ["settings"] },
  { path: "/story", area: "site", listed: true, cached: ["settings"] },
  { path: "/blog", area: "site", listed: true, cached: ["settings"] },
  { path: "/careers", area: "site", listed: true, cached: ["settings"] },
  { path: "/privacy", area: "site", listed: true, cached: ["settings"] },
  { path: "/terms", area: "site", listed: true, cached: ["settings"] },
  { path: "/dashboard", area: "member" },
  { path: "/user", area: "user" },
  { path: "/admin", area: "admin", right: "staff" },
  {
    path: "/admin/institute",
    area: "admin",
    link: { label: "Site", icon: "PencilLine", place: 54, group: "Institute" },
  },
] as const satisfies readonly Page[];
