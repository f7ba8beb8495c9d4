import { redirect } from "next/navigation";
import { requireRole } from "@/api/guard";

export default async function UserPage() {
  await requireRole("user", "/user");
  redirect("/user/results");
}
