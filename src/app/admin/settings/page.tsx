import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { ClockSetting } from "@/features/settings/components/clock-setting";
import { copy } from "@/features/settings/messages";
import { SubjectsSection } from "@/features/subjects/components/subjects-section";
import { YearsSection } from "@/features/years/components/years-section";
import { prefetch, requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.title };

export default async function SettingsPage() {
  const principal = await requireRole("admin", "/admin/settings");
  const { years, subjects, settings } = createCaller({ principal });
  const found = await prefetch("settings", async () => {
    const [listed, named, set] = await Promise.all([years.list(), subjects.list(), settings.get()]);
    return { listed, named, set };
  });
  return (
    <div className="page">
      <PageHeader title={copy.title} lead={copy.lead} />
      <div className="grid grid-cols-1 gap-10">
        <YearsSection found={found?.listed} />
        <SubjectsSection found={found?.named} />
        <ClockSetting found={found?.set} />
      </div>
    </div>
  );
}
