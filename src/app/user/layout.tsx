import type { ReactNode } from "react";
import { NoticesMark } from "@/features/notices/components/notices-mark";
import { UnreadMark } from "@/features/results/components/unread-mark";
import { Area } from "../area";

export const metadata = { robots: { index: false } };

const marks = [
  // A guardian's news are shown beside the children; the browser loads the others.
  { href: "/user/results", count: (caller) => caller.results.unread(), Mark: UnreadMark, isOfChildren: true },
  { href: "/user/notices", count: async (caller) => (await caller.notices.unread()).unread, Mark: NoticesMark },
] satisfies Parameters<typeof Area>[0]["marks"];

export default function UserLayout({ children }: { children: ReactNode }) {
  return (
    <Area of="user" marks={marks}>
      {children}
    </Area>
  );
}
