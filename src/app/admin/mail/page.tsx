import type { Metadata } from "next";
import type { SearchParams } from "@/app/search-params";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { screens } from "@/features/notices/messages-screens";
import type { NoticeView } from "@/features/notices/schema-office";
import { MailList } from "@/features/records/components/mail-list";
import { copy } from "@/features/records/messages";
import { requireRole } from "@/http/page-session";
import { sendsMail } from "@/http/site";

export const metadata: Metadata = { title: copy.mailTitle };

export default async function MailPage({ searchParams }: { searchParams: SearchParams }) {
  const principal = await requireRole("admin", "/admin/mail");
  const { notice } = await searchParams;
  const { notices } = createCaller({ principal });
  const [published, withdrawn, about] = await Promise.all([
    notices.list({ limit: 30, state: "published" }),
    notices.list({ limit: 30, state: "withdrawn" }),
    // A deleted notice is no filter.
    typeof notice === "string" ? notices.get({ id: notice }).catch(() => null) : null,
  ]);
  const latest = [...published.items, ...withdrawn.items]
    .filter(({ _id }) => _id !== about?._id)
    .sort((one, other) => Number(other.publishedAt) - Number(one.publishedAt));
  const named = ({ _id: id, title, state }: Pick<NoticeView, "_id" | "title" | "state">) => ({
    id,
    title: state === "withdrawn" ? `${title} · ${screens.states[state]}` : title,
  });
  return (
    <div className="page">
      <PageHeader title={copy.mailTitle} lead={sendsMail() ? copy.mailLead : copy.mailLeadKept} />
      <MailList notices={[...(about ? [about] : []), ...latest].map(named)} />
    </div>
  );
}
