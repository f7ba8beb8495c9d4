import type { Page } from "../feature";

export const pages = [
  { path: "/", area: "site", listed: true, cached: [] },
  { path: "/about", area: "site", listed: true, cached: [] },
  { path: "/story", area: "site", listed: true, cached: [] },
  { path: "/blog", area: "site", listed: true, cached: [] },
  { path: "/careers", area: "site", listed: true, cached: [] },
  { path: "/privacy", area: "site", listed: true, cached: [] },
  { path: "/terms", area: "site", listed: true, cached: [] },
  { path: "/dashboard", area: "member" },
  { path: "/user", area: "user" },
  { path: "/admin", area: "admin", right: "staff" },
] as const satisfies readonly Page[];
