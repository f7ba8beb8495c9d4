import { redirect } from "next/navigation";
import { requireRole } from "@/http/page-session";

/** The children of a guardian are on today's page. */
export default async function ChildrenPage() {
  const { isGuardian } = await requireRole("user", "/user/children");
  redirect(isGuardian ? "/user/today" : "/user/results");
}
