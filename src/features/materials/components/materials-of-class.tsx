"use client";

import { ListSkeleton } from "@/components/ui/skeleton";
import { api } from "@/trpc/client";
import { newestOfClass } from "../rules";
import type { MaterialsPage } from "../schema";
import { ClassMaterials, ClassMaterialsFailed } from "./class-materials";

type MaterialsOfClassProps = {
  className: string;
  /** The institute's date. */
  today: string;
  /** The server's result; absent if the query failed or was for another class. */
  found: MaterialsPage | undefined;
};

/** The newest materials of a class that is chosen in the browser. */
export function MaterialsOfClass({ className, today, found }: MaterialsOfClassProps) {
  const list = api.materials.list.useQuery(newestOfClass(className), { initialData: found });
  if (list.data) return <ClassMaterials groups={[{ className, page: list.data }]} today={today} />;
  return list.isError ? <ClassMaterialsFailed href="" /> : <ListSkeleton label="Loading study materials" />;
}
