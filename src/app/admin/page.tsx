import { redirect } from "next/navigation";
import { requireRole } from "@/api/pages";

export default async function AdminPage() {
  await requireRole("admin", "/admin");
  redirect("/admin/upload-materials");
}
