import type { Metadata } from "next";
import type { SearchParams } from "@/app/search-params";
import { PageHeader } from "@/components/site/page-header";
import { dateHere } from "@/content/institute";
import type { Filter } from "@/features/materials/components/material-filter";
import { MaterialsBrowser } from "@/features/materials/components/materials-browser";
import { copy } from "@/features/materials/messages";
import { prefetch, publicCaller } from "@/http/page-session";
import { firstClass, lastClass } from "@/lib/classes";
import { isCursor } from "@/lib/cursor";
import { storedClasses, storedClassOf } from "@/lib/stored-classes";
import { ApiProvider } from "@/trpc/provider";

export const metadata: Metadata = {
  title: copy.title,
  description: `Notes, worksheets and question papers for classes ${firstClass} to ${lastClass}, to read or download.`,
};

const textOf = (value: string | string[] | undefined, most = 100) =>
  typeof value === "string" ? value.trim().slice(0, most) : "";

export default async function StudyMaterialsPage({ searchParams }: { searchParams: SearchParams }) {
  const search = await searchParams;
  const asked = {
    q: textOf(search.q),
    className: String(storedClassOf(search.className) ?? ""),
    subject: textOf(search.subject, 200),
  };
  // Without JavaScript, links lead through the pages of the list.
  const cursor = [textOf(search.cursor)].find(isCursor);
  const found = await find({ ...asked, cursor });
  return (
    <div className="page pb-16">
      <PageHeader title={copy.title} lead="Notes, worksheets and question papers, by class and subject." />
      <ApiProvider>
        <MaterialsBrowser
          asked={asked}
          known={storedClasses}
          cursor={cursor}
          found={found}
          today={dateHere(new Date())}
        />
      </ApiProvider>
    </div>
  );
}

function find({ q, className, subject, cursor }: Filter & { cursor: string | undefined }) {
  const { materials } = publicCaller();
  const ofClass = className ? { className } : {};
  const filter = { ...ofClass, limit: 24, ...(q && { q }), ...(subject && { subject }), ...(cursor && { cursor }) };
  return prefetch("study-materials", async () => {
    const [page, classes, subjects] = await Promise.all([
      materials.list(filter),
      materials.classes(),
      materials.subjects(ofClass),
    ]);
    return { page, classes, subjects };
  });
}
