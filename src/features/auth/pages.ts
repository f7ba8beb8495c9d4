import type { Page } from "../feature";

export const pages = [
  { path: "/login", area: "site" },
  { path: "/signup", area: "site" },
  { path: "/forgot-password", area: "site" },
  { path: "/reset-password", area: "site" },
  { path: "/confirm-email", area: "site" },
] as const satisfies readonly Page[];
