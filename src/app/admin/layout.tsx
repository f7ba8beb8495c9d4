import type { ReactNode } from "react";
import { NewMark } from "@/features/admissions/components/new-mark";
import { InboxMark } from "@/features/inquiries/components/inbox-mark";
import { NoticesMark } from "@/features/notices/components/notices-mark";
import { FindAnything } from "@/features/overview/components/find-anything";
import { StatusMark } from "@/features/records/components/status-mark";
import { Area } from "../area";

export const metadata = { robots: { index: false } };

const marks = [
  { href: "/admin/get-info", count: (caller) => caller.services.countNew(), Mark: NewMark },
  { href: "/admin/messages", count: async (caller) => (await caller.services.countInbox()).open, Mark: InboxMark },
  { href: "/admin/notices", count: async (caller) => (await caller.notices.unread()).unread, Mark: NoticesMark },
  { href: "/admin/status", count: (caller) => caller.records.faults(), Mark: StatusMark },
] satisfies Parameters<typeof Area>[0]["marks"];

export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <Area of="admin" marks={marks} Find={FindAnything}>
      {children}
    </Area>
  );
}
