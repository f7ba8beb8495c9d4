import { FileX } from "lucide-react";
import type { Metadata } from "next";
import { orAbsent } from "@/app/or-absent";
import { PageHeader } from "@/components/site/page-header";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { createCaller } from "@/features";
import { ImportPage } from "@/features/imports/components/import-page";
import { screens } from "@/features/imports/messages-screens";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: screens.title };

export default async function OneImportPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const principal = await requireRole("admin", `/admin/import/${id}`);
  const caller = createCaller({ principal });
  const known = await orAbsent(caller.imports.get({ id }));
  return (
    <div className="page">
      {known ? (
        <ImportPage known={known} {...(await caller.years.list())} />
      ) : (
        <>
          <PageHeader title={screens.title} />
          <EmptyState
            icon={<FileX />}
            title={screens.notFound}
            hint={screens.notFoundHint}
            action={<ButtonLink href="/admin/import">{screens.back}</ButtonLink>}
          />
        </>
      )}
    </div>
  );
}
