import type { ReactNode } from "react";
import { IncompleteDates } from "@/components/form/incomplete-dates";
import { StrayFiles } from "@/components/form/stray-files";
import { NewMark } from "@/features/admissions/components/new-mark";
import { InboxMark } from "@/features/inquiries/components/inbox-mark";
import { NoticesMark } from "@/features/notices/components/notices-mark";
import { FindAnything } from "@/features/overview/components/find-anything";
import { StatusMark } from "@/features/records/components/status-mark";
import { Area, areaMark } from "../area";

export const metadata = { robots: { index: false } };

const marks = [
  areaMark("/admin/get-info", (caller) => caller.services.countWaiting(), NewMark),
  areaMark("/admin/messages", async (caller) => (await caller.services.countInbox()).open, InboxMark),
  areaMark("/admin/notices", async (caller) => (await caller.notices.unread()).unread, NoticesMark),
  areaMark("/admin/status", (caller) => caller.records.faults(), StatusMark),
];

export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <IncompleteDates />
      <StrayFiles />
      <Area of="admin" marks={marks} Find={FindAnything}>
        {children}
      </Area>
    </>
  );
}
