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
] as const satisfies readonly Page[];
