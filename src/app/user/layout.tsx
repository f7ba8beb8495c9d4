import type { ReactNode } from "react";
import { UnreadMark } from "@/features/results/components/unread-mark";
import { Area } from "../area";

export const metadata = { robots: { index: false } };

export default function UserLayout({ children }: { children: ReactNode }) {
  return (
    <Area of="user" marked="/user/results" count={(caller) => caller.results.unread()} Mark={UnreadMark}>
      {children}
    </Area>
  );
}
