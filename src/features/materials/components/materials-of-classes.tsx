"use client";

import { FailedPage } from "@/components/ui/failed";
import { ListSkeleton } from "@/components/ui/skeleton";
import { api } from "@/trpc/client";
import { copy } from "../messages";
import { newestOfClass } from "../rules";
import { ClassMaterials, type ClassMaterialsGroup } from "./class-materials";

type MaterialsOfClassesProps = {
  of: string[];
  /** The institute's date. */
  today: string;
  /** The server's result; absent if the query failed or was for other classes. */
  found: ClassMaterialsGroup[] | undefined;
};

/** The newest materials of classes that are chosen in the browser. */
export function MaterialsOfClasses({ of: classNames, today, found = [] }: MaterialsOfClassesProps) {
  const lists = api.useQueries((t) =>
    classNames.map((className) =>
      t.materials.list(newestOfClass(className), {
        initialData: found.find((group) => group.className === className)?.page,
      }),
    ),
  );
  const groups = classNames.flatMap((className, index) => {
    const page = lists[index]?.data;
    return page ? [{ className, page }] : [];
  });
  if (groups.length === classNames.length) return <ClassMaterials groups={groups} today={today} />;
  const hasFailed = lists.some(({ isError }) => isError);
  return hasFailed ? (
    <FailedPage href="">{copy.loadFailed}</FailedPage>
  ) : (
    <ListSkeleton label="Loading study materials" />
  );
}
