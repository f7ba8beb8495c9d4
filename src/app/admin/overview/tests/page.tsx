import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { TestsWithoutMarks } from "@/features/overview/components/tests-without-marks";
import { copy } from "@/features/overview/messages";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.testsTitle };

export default async function TestsWithoutMarksPage() {
  const principal = await requireRole("admin", "/admin/overview/tests");
  const tests = await createCaller({ principal }).overview.tests();
  return (
    <div className="page">
      <PageHeader
        title={copy.testsTitle}
        beside={<span className="figures">{tests.length}</span>}
        lead={copy.testsLead}
        crumbs={[{ href: "/admin/overview", label: copy.title }]}
      />
      <TestsWithoutMarks tests={tests} />
    </div>
  );
}
