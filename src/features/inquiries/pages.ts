import type { Page } from "../feature";

export const pages = [{ path: "/contact", area: "site", listed: true, cached: [] }] as const satisfies readonly Page[];
