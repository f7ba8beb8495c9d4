import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { ButtonLink } from "@/components/ui/button-link";
import { Section } from "@/components/ui/section";
import { createCaller } from "@/features";
import { ClassSetting } from "@/features/settings/components/class-setting";
import { ClockSetting } from "@/features/settings/components/clock-setting";
import { DaysSetting } from "@/features/settings/components/days-setting";
import { HoursSetting } from "@/features/settings/components/hours-setting";
import { KeptSetting } from "@/features/settings/components/kept-setting";
import { SeasonSetting } from "@/features/settings/components/season-setting";
import { copy } from "@/features/settings/messages";
import { SubjectsSection } from "@/features/subjects/components/subjects-section";
import { YearsSection } from "@/features/years/components/years-section";
import { prefetch, requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.title };

export default async function SettingsPage() {
  const principal = await requireRole("admin", "/admin/settings");
  const { years, subjects, settings } = createCaller({ principal });
  // A form that shows a default for want of what is saved would be saved as such: without these the page is an error.
  const [found, set, { season }] = await Promise.all([
    prefetch("settings", async () => {
      const [listed, named] = await Promise.all([years.list(), subjects.list()]);
      return { listed, named };
    }),
    settings.get(),
    settings.season(),
  ]);
  return (
    <div className="page">
      <PageHeader title={copy.title} lead={copy.lead} />
      <div className="grid grid-cols-1 gap-10">
        <YearsSection found={found?.listed} />
        <SubjectsSection found={found?.named} />
        <div className="grid grid-cols-1 items-start gap-x-12 gap-y-10 lg:grid-cols-2">
          <SeasonSetting found={set} shown={season} />
          <ClockSetting found={set} />
          <DaysSetting found={set} />
          <HoursSetting found={set} />
          <KeptSetting found={set} />
          <ClassSetting found={set} />
          <Section anchor="logo" title={copy.logoTitle} lead={copy.logoHint}>
            <div>
              <ButtonLink href="/admin/institute/facts" variant="secondary">
                {copy.toSite}
              </ButtonLink>
            </div>
          </Section>
          <Section anchor="step" title={copy.stepTitle} lead={copy.stepHint}>
            <div>
              <ButtonLink href="/admin/staff" variant="secondary">
                {copy.toStaff}
              </ButtonLink>
            </div>
          </Section>
        </div>
      </div>
    </div>
  );
}
