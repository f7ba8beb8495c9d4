import type { Metadata } from "next";
import { type SearchParams, textsOf } from "@/app/search-params";
import { createCaller } from "@/features";
import { AdmissionsDesk } from "@/features/admissions/components/admissions-desk";
import { SubmissionList } from "@/features/admissions/components/submission-list";
import { copy } from "@/features/admissions/messages";
import { askedOf, tabOf } from "@/features/admissions/rules-desk";
import { ExportMessages } from "@/features/inquiries/components/export-messages";
import { MessageList } from "@/features/inquiries/components/message-list";
import { copy as inquiries } from "@/features/inquiries/messages";
import { prefetch, requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: copy.submissionsTitle };

type GetInfoPageProps = { searchParams: SearchParams };

export default async function GetInfoPage({ searchParams }: GetInfoPageProps) {
  const principal = await requireRole("admin", "/admin/get-info");
  const asked = await textsOf(searchParams);
  const input = askedOf(asked);
  const { services } = createCaller({ principal });
  const read = await prefetch("admin/get-info", async () => {
    const isTable = tabOf(asked) !== "cards";
    const [counts, found] = await Promise.all([services.countViews(), isTable ? services.desk(input) : undefined]);
    return { counts, found };
  });
  return (
    <div className="page">
      <AdmissionsDesk
        asked={JSON.stringify(input)}
        found={read?.found}
        counts={read?.counts}
        cards={
          <div className="grid grid-cols-1 gap-14">
            <SubmissionList />
            <section className="grid grid-cols-1 gap-5">
              <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
                <h2 className="text-lg">{inquiries.messagesTitle}</h2>
                <ExportMessages />
              </div>
              <MessageList />
            </section>
          </div>
        }
      />
    </div>
  );
}
