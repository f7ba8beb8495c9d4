import type { Page } from "../feature";

export const pages = [
  { path: "/contact", area: "site", listed: true, cached: ["settings"] },
] as const satisfies readonly Page[];
