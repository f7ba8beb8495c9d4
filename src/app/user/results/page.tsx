import type { Metadata } from "next";
import { readAhead, requireRole } from "@/api/pages";
import { createCaller } from "@/api/root";
import { PageHeader } from "@/components/site/page-header";
import { ResultsView } from "@/features/results/components/results-view";
import { copy } from "@/features/results/copy";

export const metadata: Metadata = { title: copy.title };

export default async function ResultsPage() {
  const principal = await requireRole("user", "/user/results");
  const { name, email } = principal;
  const found = await readAhead("results", () => createCaller({ principal }).results.mine());
  return (
    <div className="page print:p-0">
      <div className="print:hidden">
        <PageHeader title={copy.welcome(name)} lead={copy.title} />
      </div>
      <ResultsView studentName={name} studentEmail={email ?? ""} found={found} />
    </div>
  );
}
