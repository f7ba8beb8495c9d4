import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { ClassSetting } from "@/features/settings/components/class-setting";
import { ClockSetting } from "@/features/settings/components/clock-setting";
import { DaysSetting } from "@/features/settings/components/days-setting";
import { Elsewhere } from "@/features/settings/components/elsewhere";
import { HoursSetting } from "@/features/settings/components/hours-setting";
import { KeptSetting } from "@/features/settings/components/kept-setting";
import { SeasonSetting } from "@/features/settings/components/season-setting";
import { SettingsGroup } from "@/features/settings/components/setting-groups";
import { SettingsIndex } from "@/features/settings/components/settings-index";
import { copy } from "@/features/settings/messages";
import { YearsSection } from "@/features/years/components/years-section";
import { prefetch, requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.title };

export default async function SettingsPage() {
  const principal = await requireRole("admin", "/admin/settings");
  const { years, settings } = createCaller({ principal });
  // Without these the page must fail: a form that showed defaults instead of the saved values would save the defaults.
  const [found, set, { season, isOpen }] = await Promise.all([
    prefetch("settings", () => years.list()),
    settings.get(),
    settings.season(),
  ]);
  return (
    <div className="page">
      <PageHeader title={copy.title} lead={copy.lead} />
      <SettingsIndex />
      <div className="grid max-w-page grid-cols-1 gap-10">
        <SettingsGroup group="school" wide>
          <YearsSection found={found} />
        </SettingsGroup>
        <SettingsGroup group="times">
          <div className="grid grid-cols-1 content-start gap-4">
            <ClockSetting found={set} />
            <SeasonSetting found={set} shown={isOpen ? season : null} />
          </div>
          <div className="grid grid-cols-1 content-start gap-4">
            <DaysSetting found={set} />
            <HoursSetting found={set} />
          </div>
        </SettingsGroup>
        <SettingsGroup group="families">
          <ClassSetting found={set} />
          <KeptSetting found={set} />
        </SettingsGroup>
        <SettingsGroup group="elsewhere" wide>
          <Elsewhere />
        </SettingsGroup>
      </div>
    </div>
  );
}
