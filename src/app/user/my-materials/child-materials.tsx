"use client";

import { NoClass } from "@/features/guardians/components/child-closed";
import { ChildPage } from "@/features/guardians/components/child-page";
import { childScreens as copy } from "@/features/guardians/messages-children";
import { namedChild } from "@/features/guardians/rules";
import type { ChildView } from "@/features/guardians/schema";
import type { ClassMaterialsGroup } from "@/features/materials/components/class-materials";
import { MaterialsOfClasses } from "@/features/materials/components/materials-of-classes";
import { mine as materials } from "@/features/materials/messages-mine";
import { newestOfClass } from "@/features/materials/rules";
import { api } from "@/trpc/client";

type ChildMaterialsProps = {
  found: ChildView[];
  today: string;
  shown: string | undefined;
  /** The newest materials of each class of the child that is shown. */
  groups: ClassMaterialsGroup[] | undefined;
};

export function ChildMaterials({ found, today, shown, groups }: ChildMaterialsProps) {
  const { materials: cache } = api.useUtils();
  return (
    <ChildPage
      title={materials.title}
      found={found}
      lead={(child) => copy.materialsOf(namedChild(child))}
      prepare={({ classes }) => {
        for (const className of classes) void cache.list.prefetch(newestOfClass(className));
      }}
      body={(child) =>
        child.classes.length === 0 ? (
          <NoClass child={child} />
        ) : (
          <MaterialsOfClasses of={child.classes} today={today} found={child._id === shown ? groups : undefined} />
        )
      }
    />
  );
}
