"use client";

import { FailedPage } from "@/components/ui/failed";
import { ListSkeleton } from "@/components/ui/skeleton";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { newestOfClass } from "../rules";
import type { MaterialsPage } from "../schema";
import { ClassMaterials } from "./class-materials";

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
  return list.isError ? (
    <FailedPage href="">{copy.loadFailed}</FailedPage>
  ) : (
    <ListSkeleton label="Loading study materials" />
  );
}
