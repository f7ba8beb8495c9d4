import { redirect } from "next/navigation";
import { requireRole } from "@/http/page-session";

export default async function AdminPage() {
  await requireRole("admin", "/admin");
  redirect("/admin/upload-materials");
}
