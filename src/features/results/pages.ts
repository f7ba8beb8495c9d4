import type { Page } from "../feature";

export const pages = [
  {
    path: "/user/results",
    area: "user",
    link: {
      label: "Results",
      icon: "GraduationCap",
      place: 10,
      group: "School",
      specified: true,
      keeps: "child",
      bar: "Results",
    },
  },
  {
    path: "/admin/add-results",
    area: "admin",
    right: "office",
    link: { label: "Add Results", icon: "ClipboardPlus", place: 20, group: "Teaching", specified: true },
  },
] as const satisfies readonly Page[];
