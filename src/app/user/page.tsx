import { redirect } from "next/navigation";
import { requireRole } from "@/http/page-session";

export default async function UserPage() {
  await requireRole("user", "/user");
  redirect("/user/results");
}
