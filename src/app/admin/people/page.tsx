import type { Metadata } from "next";
import { requireRole } from "@/api/pages";
import { PageHeader } from "@/components/site/page-header";
import { PersonSearch } from "@/features/auth/components/person-search";
import { peopleCopy } from "@/features/auth/copy";

export const metadata: Metadata = { title: peopleCopy.title };

export default async function PeoplePage() {
  await requireRole("admin", "/admin/people");
  return (
    <div className="page">
      <PageHeader title={peopleCopy.title} lead={peopleCopy.lead} />
      <PersonSearch />
    </div>
  );
}
