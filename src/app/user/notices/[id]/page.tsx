import type { Metadata } from "next";
import { cache } from "react";
import { orAbsent } from "@/app/or-absent";
import { createCaller } from "@/features";
import { OwnNoticeScreen } from "@/features/notices/components/own-notice-screen";
import { readers as copy } from "@/features/notices/messages-readers";
import { requireRole } from "@/http/page-session";
import { mustProve, ProveFirstPage } from "../../../prove-first";

type NoticeProps = { params: Promise<{ id: string }> };

/** The reader and the notice, read once for the title and the page. */
const read = cache(async (id: string) => {
  const principal = await requireRole("user", `/user/notices/${id}`);
  return { principal, found: await orAbsent(createCaller({ principal }).notices.getMine({ id })) };
});

export async function generateMetadata({ params }: NoticeProps): Promise<Metadata> {
  const { found } = await read((await params).id);
  return { title: found?.title ?? copy.title };
}

export default async function MyNoticePage({ params }: NoticeProps) {
  const { principal, found } = await read((await params).id);
  if (mustProve(principal)) return <ProveFirstPage title={copy.title} principal={principal} />;
  return <OwnNoticeScreen found={found} above={{ href: "/user/notices", label: copy.title }} />;
}
