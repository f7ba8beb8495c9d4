import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { SectionForm } from "@/features/institute/components/section-form";
import { screens } from "@/features/institute/messages-screens";
import { isSection, sectionForms } from "@/features/institute/rules-fields";
import { requireRole } from "@/http/page-session";

type SectionPageProps = { params: Promise<{ section: string }> };

export const metadata: Metadata = { title: screens.title };

export default async function SectionPage({ params }: SectionPageProps) {
  const { section } = await params;
  const principal = await requireRole("admin", `/admin/institute/${section}`);
  if (!isSection(section)) notFound();
  const found = await createCaller({ principal }).institute.get();
  const { title, lead, path } = sectionForms[section];
  return (
    <div className="page">
      <PageHeader title={title} lead={lead} crumbs={[{ href: "/admin/institute", label: screens.title }]} />
      <p className="mb-6 text-sm">
        <a href={path} target="_blank" rel="noreferrer" className="link">
          {screens.seen}
        </a>
      </p>
      <SectionForm section={section} found={found} />
    </div>
  );
}
