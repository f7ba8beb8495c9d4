import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { ResultForm } from "@/features/results/components/result-form";
import { ResultGuidelines } from "@/features/results/components/result-guidelines";
import { adding } from "@/features/results/messages-add";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: adding.addTitle };

export default async function AddResultsPage() {
  await requireRole("admin", "/admin/add-results");
  return (
    <div className="page">
      <PageHeader
        title={adding.addTitle}
        lead={
          <>
            {adding.addLead} {adding.wholeClass}{" "}
            <Link href="/admin/results" className="link">
              {adding.exams}
            </Link>
            .
          </>
        }
      />
      <div className="grid grid-cols-1 items-start gap-6 xl:grid-cols-3 xl:gap-10">
        <Card padding="roomy" className="max-w-text xl:col-span-2">
          <ResultForm />
        </Card>
        <ResultGuidelines />
      </div>
    </div>
  );
}
