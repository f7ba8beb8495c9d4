import type { Page } from "../feature";

export const pages = [
  {
    path: "/study-materials",
    area: "site",
    listed: true,
    cached: ["materials", "settings"],
    link: { label: "All Materials", icon: "BookOpen", place: 37, group: "School", in: "user" },
  },
  {
    path: "/user/my-materials",
    area: "user",
    link: {
      label: "My Materials",
      icon: "LibraryBig",
      place: 20,
      group: "School",
      specified: true,
      keeps: "child",
      bar: "Materials",
    },
  },
  {
    path: "/admin/upload-materials",
    area: "admin",
    right: "teaching",
    link: { label: "Upload Materials", icon: "FileUp", place: 10, group: "Teaching", specified: true },
  },
  {
    path: "/admin/materials",
    area: "admin",
    right: "teaching",
    link: { label: "Materials", icon: "LibraryBig", place: 41, group: "Teaching" },
    skeleton: ["files", "filters", "table"],
  },
] as const satisfies readonly Page[];
