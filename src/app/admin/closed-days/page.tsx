import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { Card } from "@/components/ui/card";
import { ClosedDaysForm } from "@/features/closed-days/components/closed-days-form";
import { ClosedDaysList } from "@/features/closed-days/components/closed-days-list";
import { PastClosedDays } from "@/features/closed-days/components/past-closed-days";
import { copy } from "@/features/closed-days/messages";
import { requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.title };

export default async function ClosedDaysPage() {
  await requireRole("admin", "/admin/closed-days");
  return (
    <div className="page">
      <PageHeader title={copy.title} lead={copy.lead} />
      <div className="flex flex-col gap-8 xl:flex-row-reverse xl:items-start xl:gap-6">
        <Card className="grid grid-cols-1 gap-4 xl:w-88 xl:shrink-0">
          <h2 className="text-lg">{copy.addTitle}</h2>
          <ClosedDaysForm />
        </Card>
        <section className="grid min-w-0 grow grid-cols-1 gap-3">
          <h2 className="text-lg">{copy.upcoming}</h2>
          <ClosedDaysList time="upcoming" />
          <PastClosedDays />
        </section>
      </div>
    </div>
  );
}
