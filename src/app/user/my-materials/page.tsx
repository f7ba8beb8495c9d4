import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import {
  ClassMaterials,
  ClassMaterialsFailed,
  type ClassMaterialsGroup,
} from "@/features/materials/components/class-materials";
import { copy } from "@/features/materials/messages";
import { prefetch, requireRole } from "@/http/page-session";
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
  return prefetch("my-materials", async () => {
    const classNames = await caller.results.classes();
    return Promise.all(
      classNames.map(async (className) => ({ className, page: await caller.materials.list({ className, limit: 24 }) })),
    );
  });
}
