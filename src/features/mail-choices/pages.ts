import type { Page } from "../feature";

export const pages = [{ path: "/unsubscribe", area: "site" }] as const satisfies readonly Page[];
