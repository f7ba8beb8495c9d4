import type { Metadata } from "next";
import { KeepFresh } from "@/components/site/keep-fresh";
import { PageHeader } from "@/components/site/page-header";
import { FailedPage } from "@/components/ui/failed";
import { institute } from "@/content/institute";
import { createCaller } from "@/features";
import { copy } from "@/features/today/messages";
import { partOfDay } from "@/features/today/rules";
import { prefetch, requireRole } from "@/http/page-session";
import { shownDay, stampIn } from "@/lib/dates";
import { isUnproven, ProveFirstPage } from "../../prove-first";
import { TodayScreen } from "./today-screen";

export const metadata: Metadata = { title: copy.title };

const path = "/user/today";

export default async function TodayPage() {
  const principal = await requireRole("user", path);
  const [today = "", time = ""] = stampIn(institute.timeZone, new Date()).split(" ");
  const title = copy.greeting(partOfDay(time), principal.name);
  if (isUnproven(principal)) return <ProveFirstPage title={title} principal={principal} />;
  const found = await prefetch("today", () => createCaller({ principal }).today.get());
  return (
    <div className="page">
      <KeepFresh />
      <PageHeader title={title} lead={shownDay(today)} />
      {found ? (
        <TodayScreen found={found} today={today} lacksAddress={principal.email === null} />
      ) : (
        <FailedPage href={path}>{copy.failed}</FailedPage>
      )}
    </div>
  );
}
