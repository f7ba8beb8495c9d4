import { redirect } from "next/navigation";
import { requireRole } from "@/api/pages";

export default async function UserPage() {
  await requireRole("user", "/user");
  redirect("/user/results");
}
