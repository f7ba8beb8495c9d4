import type { Metadata } from "next";
import { FileSteps } from "@/components/form/file-steps";
import { PageHeader } from "@/components/site/page-header";
import { YearLink } from "@/components/site/year-link";
import { Alert } from "@/components/ui/alert";
import { createCaller } from "@/features";
import { ImportStart } from "@/features/imports/components/import-start";
import { PastImports } from "@/features/imports/components/past-imports";
import { screens } from "@/features/imports/messages-screens";
import { prefetch, requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: screens.title };

export default async function ImportsPage() {
  const principal = await requireRole("admin", "/admin/import");
  const caller = createCaller({ principal });
  const [known, years] = await Promise.all([
    prefetch("admin/import", () => caller.imports.list()),
    prefetch("admin/import", async () => (await caller.years.list()).years),
  ]);
  return (
    <div className="page">
      <PageHeader title={screens.title} lead={screens.lead} />
      <div className="grid grid-cols-1 gap-6">
        {years?.length === 0 && (
          <Alert tone="info" action={<YearLink />}>
            {screens.withoutYear}
          </Alert>
        )}
        <FileSteps label={screens.stepsLabel} names={screens.steps} step="file" />
        <ImportStart />
        <PastImports known={known} />
      </div>
    </div>
  );
}
