import type { Page } from "../feature";

export const pages = [
  { path: "/study-materials", area: "site", listed: true, cached: ["materials", "settings"] },
  {
    path: "/user/my-materials",
    area: "user",
    link: { label: "My Materials", icon: "LibraryBig", place: 20, keeps: "child" },
  },
  {
    path: "/admin/upload-materials",
    area: "admin",
    right: "teaching",
    link: { label: "Upload Materials", icon: "FileUp", place: 10, group: "Teaching", specified: true },
  },
] as const satisfies readonly Page[];
