import type { ReactNode } from "react";
import { NoticesMark } from "@/features/notices/components/notices-mark";
import { UnreadMark } from "@/features/results/components/unread-mark";
import { Area, areaMark } from "../area";

export const metadata = { robots: { index: false } };

const marks = [
  // A guardian's badge is shown beside each child; the browser loads the other badges.
  { ...areaMark("/user/results", (caller) => caller.results.unread(), UnreadMark), isOfChildren: true },
  areaMark("/user/notices", async (caller) => (await caller.notices.unread()).unread, NoticesMark),
];

export default function UserLayout({ children }: { children: ReactNode }) {
  return (
    <Area of="user" marks={marks}>
      {children}
    </Area>
  );
}
