import type { Page } from "../feature";

export const pages = [
  { path: "/show-schedule/calendar", area: "site", cached: ["settings"] },
  { path: "/user/tests/calendar", area: "user" },
] as const satisfies readonly Page[];
