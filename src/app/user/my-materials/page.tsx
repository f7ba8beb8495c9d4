import type { Metadata } from "next";
import { readAhead, requireRole } from "@/api/pages";
import { createCaller } from "@/api/root";
import { PageHeader } from "@/components/site/page-header";
import {
  ClassMaterials,
  ClassMaterialsFailed,
  type ClassMaterialsGroup,
} from "@/features/materials/components/class-materials";
import { copy } from "@/features/materials/copy";
import type { Principal } from "@/lib/principal";

export const metadata: Metadata = { title: copy.mineTitle };

const path = "/user/my-materials";

export default async function MyMaterialsPage() {
  const groups = await groupsOf(await requireRole("user", path));
  return (
    <div className="page">
      <PageHeader title={copy.mineTitle} lead={copy.mineLead} />
      {groups ? <ClassMaterials groups={groups} /> : <ClassMaterialsFailed href={path} />}
    </div>
  );
}

// A student's classes are those of the results, the latest first.
function groupsOf(principal: Principal): Promise<ClassMaterialsGroup[] | undefined> {
  const caller = createCaller({ principal });
  return readAhead("my-materials", async () => {
    const classNames = await caller.results.classes();
    return Promise.all(
      classNames.map(async (className) => ({ className, page: await caller.materials.list({ className, limit: 24 }) })),
    );
  });
}
