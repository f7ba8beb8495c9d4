import { Plus } from "lucide-react";
import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { ButtonLink } from "@/components/ui/button-link";
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
      <PageHeader
        title={copy.title}
        lead={copy.lead}
        action={
          <div className="xl:hidden">
            <ButtonLink href="#add" variant="secondary">
              <Plus aria-hidden className="size-5" />
              {copy.addTitle}
            </ButtonLink>
          </div>
        }
      />
      <div className="flex flex-col gap-8 xl:flex-row xl:items-start xl:gap-6">
        <section className="grid min-w-0 grow grid-cols-1 gap-3">
          <h2 className="text-lg">{copy.upcoming}</h2>
          <ClosedDaysList time="upcoming" />
          <PastClosedDays />
        </section>
        <Card className="grid grid-cols-1 gap-4 xl:w-88 xl:shrink-0">
          <h2 id="add" className="scroll-mt-20 text-lg">
            {copy.addTitle}
          </h2>
          <ClosedDaysForm />
        </Card>
      </div>
    </div>
  );
}
