import { FileX } from "lucide-react";
import type { Metadata } from "next";
import { orAbsent } from "@/app/or-absent";
import { AbsentPage } from "@/components/site/absent-page";
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
        <AbsentPage title={screens.title} icon={<FileX />} words={screens} href="/admin/import" />
      )}
    </div>
  );
}
