import { CalendarPlus } from "lucide-react";
import type { Metadata } from "next";
import type { SearchParams } from "@/app/search-params";
import { PageHeader } from "@/components/site/page-header";
import { YearLink } from "@/components/site/year-link";
import { YearLinks } from "@/components/site/year-links";
import { EmptyState } from "@/components/ui/empty-state";
import { createCaller } from "@/features";
import { copy as admissions } from "@/features/admissions/messages";
import { IntakeForm } from "@/features/intakes/components/intake-form";
import { intakeScreens as copy } from "@/features/intakes/messages";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.title };

const crumbs = [{ href: "/admin/get-info", label: admissions.submissionsTitle }];

type IntakePageProps = { searchParams: SearchParams };

export default async function IntakePage({ searchParams }: IntakePageProps) {
  const principal = await requireRole("admin", "/admin/get-info/intake");
  const { intakes } = createCaller({ principal });
  const { year: asked } = await searchParams;
  const { years } = await intakes.list({});
  const chosen = years.find(({ _id }) => _id === asked)?._id;
  const { year, ...found } = await intakes.list(chosen ? { year: chosen } : {});
  return (
    <div className="page">
      <PageHeader title={copy.title} crumbs={crumbs} lead={year && copy.lead} />
      {year ? (
        <div className="grid grid-cols-1 gap-4">
          <YearLinks
            label={copy.years}
            years={years}
            year={year}
            hrefOf={(one) => `/admin/get-info/intake?year=${one}`}
          />
          <IntakeForm key={year} year={year} {...found} />
        </div>
      ) : (
        <EmptyState icon={<CalendarPlus />} title={copy.noYear} hint={copy.noYearHint} action={<YearLink />} />
      )}
    </div>
  );
}
