import type { Page } from "../feature";

export const pages = [
  {
    path: "/user/today",
    area: "user",
    link: { label: "Today", icon: "Sun", place: 1, group: "Start", bar: "Today" },
    skeleton: ["list"],
  },
] as const satisfies readonly Page[];
