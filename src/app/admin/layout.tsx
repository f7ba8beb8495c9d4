import type { ReactNode } from "react";
import { NewMark } from "@/features/admissions/components/new-mark";
import { Area } from "../area";

export const metadata = { robots: { index: false } };

export default function AdminLayout({ children }: { children: ReactNode }) {
  return (
    <Area of="admin" marked="/admin/get-info" count={(caller) => caller.services.countNew()} Mark={NewMark}>
      {children}
    </Area>
  );
}
