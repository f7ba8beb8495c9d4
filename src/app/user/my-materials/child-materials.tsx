"use client";

import { NoClass } from "@/features/guardians/components/child-closed";
import { ChildPage } from "@/features/guardians/components/child-page";
import { childScreens as copy } from "@/features/guardians/messages-children";
import { namedChild } from "@/features/guardians/rules";
import type { ChildView } from "@/features/guardians/schema";
import { MaterialsOfClass } from "@/features/materials/components/materials-of-class";
import { mine as materials } from "@/features/materials/messages-mine";
import { newestOfClass } from "@/features/materials/rules";
import type { MaterialsPage } from "@/features/materials/schema";
import { api } from "@/trpc/client";

type ChildMaterialsProps = {
  found: ChildView[];
  today: string;
  shown: string | undefined;
  page: MaterialsPage | undefined;
};

export function ChildMaterials({ found, today, shown, page }: ChildMaterialsProps) {
  const { materials: cache } = api.useUtils();
  return (
    <ChildPage
      title={materials.title}
      found={found}
      lead={(child) => copy.materialsOf(namedChild(child))}
      prepare={({ follows }) => follows !== null && cache.list.prefetch(newestOfClass(follows))}
      body={(child) =>
        child.follows === null ? (
          <NoClass child={child} />
        ) : (
          <MaterialsOfClass className={child.follows} today={today} found={child._id === shown ? page : undefined} />
        )
      }
    />
  );
}
