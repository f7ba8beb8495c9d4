import { redirect } from "next/navigation";
import { firstPageOf } from "@/features/pages";
import { requireRole } from "@/http/page-session";
import { may } from "@/lib/may";

export default async function AdminPage() {
  const principal = await requireRole("admin", "/admin");
  redirect(firstPageOf((right) => may(principal, right)));
}
