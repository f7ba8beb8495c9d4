import { LibraryBig } from "lucide-react";
import type { Metadata } from "next";
import type { SearchParams } from "@/app/search-params";
import { PageHeader } from "@/components/site/page-header";
import { FailedPage } from "@/components/ui/failed";
import { dateHere } from "@/content/institute";
import type { createCaller } from "@/features";
import { HasLeft } from "@/features/account/components/has-left";
import { youCome } from "@/features/guardians/rules";
import { ClassMaterials } from "@/features/materials/components/class-materials";
import { copy } from "@/features/materials/messages";
import { mine } from "@/features/materials/messages-mine";
import { newestOfClass } from "@/features/materials/rules";
import { prefetch } from "@/http/page-session";
import { mustProve, ProveFirstPage } from "../../prove-first";
import { leadToFirst, openFor } from "../family";
import { ChildMaterials } from "./child-materials";

export const metadata: Metadata = { title: mine.title };

const path = "/user/my-materials";

export default async function MyMaterialsPage({ searchParams }: { searchParams: SearchParams }) {
  const opened = await openFor(path, searchParams);
  const { principal, caller, children, asked, child } = opened;
  if (mustProve(principal)) return <ProveFirstPage title={mine.title} lead={mine.placeholder} principal={principal} />;
  const today = dateHere(new Date());
  if (asked !== undefined) {
    const groups = child && (await groupsOf(caller, child.classes));
    return <ChildMaterials found={children} today={today} shown={child?._id} groups={groups} />;
  }
  const groups = await groupsOf(caller);
  if (groups?.length === 0) await leadToFirst(path, opened);
  const without = groups?.length === 0 ? await caller.account.get() : null;
  const hasLeft = without?.hasLeft;
  const only = groups?.length === 1 ? groups[0] : undefined;
  return (
    <div className="page">
      <PageHeader title={mine.title} lead={only ? mine.leadOf(only.className) : mine.lead} />
      {hasLeft && <HasLeft icon={<LibraryBig />} />}
      {groups && !hasLeft && (
        <ClassMaterials groups={groups} today={today} none={without?.coming ? youCome(without.coming) : undefined} />
      )}
      {!groups && <FailedPage href={path}>{copy.loadFailed}</FailedPage>}
    </div>
  );
}

// The classes of a child, or one's own.
function groupsOf(caller: ReturnType<typeof createCaller>, known?: string[]) {
  return prefetch("my-materials", async () => {
    const classNames = known ?? (await caller.results.classes());
    return Promise.all(
      classNames.map(async (className) => ({ className, page: await caller.materials.list(newestOfClass(className)) })),
    );
  });
}
