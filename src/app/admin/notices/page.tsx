import type { Metadata } from "next";
import { createCaller } from "@/features";
import { NoticesList } from "@/features/notices/components/notices-list";
import { screens } from "@/features/notices/messages-screens";
import { askedOf } from "@/features/notices/rules";
import { prefetch, requireRole } from "@/http/page-session";

export const metadata: Metadata = { title: screens.title };

type Search = Record<string, string | string[] | undefined>;

export default async function NoticesPage({ searchParams }: { searchParams: Promise<Search> }) {
  const principal = await requireRole("admin", "/admin/notices");
  const search = Object.entries(await searchParams).filter(
    (one): one is [string, string] => typeof one[1] === "string",
  );
  const input = askedOf(Object.fromEntries(search));
  const found = await prefetch("admin/notices", () => createCaller({ principal }).notices.list(input));
  return (
    <div className="page">
      <NoticesList asked={JSON.stringify(input)} found={found} />
    </div>
  );
}
