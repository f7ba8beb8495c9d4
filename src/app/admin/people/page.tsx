import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { PersonSearch } from "@/features/people/components/person-search";
import { copy } from "@/features/people/messages";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.title };

export default async function PeoplePage() {
  await requireRole("admin", "/admin/people");
  return (
    <div className="page">
      <PageHeader title={copy.title} lead={copy.lead} />
      <PersonSearch />
    </div>
  );
}
