import { redirect } from "next/navigation";
import { requireRole } from "@/http/page-session";

export default async function UserPage() {
  const { isGuardian } = await requireRole("user", "/user");
  redirect(isGuardian ? "/user/today" : "/user/results");
}
