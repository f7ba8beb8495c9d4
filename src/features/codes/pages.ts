import type { Page } from "../feature";

export const pages = [{ path: "/join", area: "site" }] as const satisfies readonly Page[];
