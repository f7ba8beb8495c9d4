import { redirect } from "next/navigation";
import { requireRole } from "@/api/guard";

export default async function AdminPage() {
  await requireRole("admin", "/admin");
  redirect("/admin/upload-materials");
}
