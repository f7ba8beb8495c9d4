import { Inbox } from "lucide-react";
import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { EmptyState } from "@/components/ui/empty-state";
import { createCaller } from "@/features";
import { Figures } from "@/features/admissions/components/figures";
import { copy as admissions } from "@/features/admissions/messages";
import { figuresCopy as copy } from "@/features/admissions/messages-figures";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.title };

const crumbs = [{ href: "/admin/get-info", label: admissions.submissionsTitle }];

export default async function FiguresPage() {
  const principal = await requireRole("admin", "/admin/get-info/figures");
  const figures = await createCaller({ principal }).services.figures();
  return (
    <div className="page">
      <PageHeader title={copy.title} crumbs={crumbs} lead={copy.lead} />
      {figures.classes.length > 0 ? (
        <Figures figures={figures} />
      ) : (
        <EmptyState icon={<Inbox />} title={copy.none} hint={copy.noneHint} />
      )}
    </div>
  );
}
