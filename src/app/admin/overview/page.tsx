import { ClipboardPen, Megaphone } from "lucide-react";
import type { Metadata } from "next";
import { KeepFresh } from "@/components/site/keep-fresh";
import { PageHeader } from "@/components/site/page-header";
import { ButtonLink } from "@/components/ui/button-link";
import { FailedPage } from "@/components/ui/failed";
import { institute } from "@/content/institute";
import { createCaller } from "@/features";
import { BackupReminder } from "@/features/overview/components/backup-reminder";
import { DoneList } from "@/features/overview/components/done-list";
import { FirstSteps } from "@/features/overview/components/first-steps";
import { PlannedList } from "@/features/overview/components/planned-list";
import { WaitingList } from "@/features/overview/components/waiting-list";
import { WeekList } from "@/features/overview/components/week-list";
import { copy } from "@/features/overview/messages";
import { rightOfPath } from "@/features/pages";
import { foldSteps } from "@/features/records/rules";
import { partOfDay } from "@/features/today/rules";
import { prefetch, requireRole } from "@/http/page-session";
import { shownDay, stampIn } from "@/lib/dates";
import { may } from "@/lib/may";

export const metadata: Metadata = { title: copy.title };

const lately = 8;

export default async function OverviewPage() {
  const principal = await requireRole("admin", "/admin/overview");
  const caller = createCaller({ principal });
  const readsActivity = may(principal, rightOfPath("/admin/activity"));
  const [found, done] = await Promise.all([
    prefetch("overview", () => caller.overview.get()),
    readsActivity
      ? // Two events may belong to one action.
        prefetch("overview", () => caller.records.listEvents({ limit: 2 * lately, routine: false, refused: false }))
      : undefined,
  ]);
  const [today = "", time = ""] = stampIn(institute.timeZone, new Date()).split(" ");
  return (
    <div className="page">
      <KeepFresh />
      <PageHeader
        title={copy.greeting(partOfDay(time), principal.name)}
        lead={shownDay(today)}
        action={
          <div className="flex flex-wrap gap-2">
            <ButtonLink href="/admin/results" variant="secondary">
              <ClipboardPen aria-hidden className="size-4.5" />
              {copy.marks}
            </ButtonLink>
            <ButtonLink href="/admin/notices/new" variant="secondary">
              <Megaphone aria-hidden className="size-4.5" />
              {copy.notice}
            </ButtonLink>
          </div>
        }
      />
      {found ? (
        <div className="flex flex-col gap-4 xl:flex-row xl:items-start">
          {/* On a phone, the latest activity comes last. */}
          <div className="max-xl:contents min-w-0 grow grid-cols-1 gap-4 xl:grid">
            {found.firstSteps.length > 0 && <FirstSteps steps={found.firstSteps} />}
            {found.backup && <BackupReminder reminder={found.backup} />}
            <WaitingList waiting={found.waiting} today={today} />
            {readsActivity && (
              <div className="max-xl:order-last">
                {done ? (
                  <DoneList today={today} events={foldSteps(done.items).slice(0, lately)} />
                ) : (
                  <FailedPage href="/admin/overview">{copy.doneFailed}</FailedPage>
                )}
              </div>
            )}
          </div>
          <div className="grid shrink-0 grid-cols-1 gap-4 xl:w-90">
            <WeekList week={found.week} hasMore={found.hasMore} today={today} />
            <PlannedList planned={found.planned} />
          </div>
        </div>
      ) : (
        <FailedPage href="/admin/overview">{copy.failed}</FailedPage>
      )}
    </div>
  );
}
