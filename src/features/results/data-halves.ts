import "server-only";
import { listHalves } from "@/features/exams/data-halves";
import { setting } from "@/features/settings/data";
import type { Principal } from "@/lib/principal";
import { requireAccess } from "./data-access";

/**
 * The middle half of the class for results of the caller or a child; empty unless families may see it.
 * @throws AppError FORBIDDEN, NOT_FOUND
 */
export async function listOwnHalves(principal: Principal, childId?: string) {
  const sight = await requireAccess(principal, childId);
  if (sight === null || !(await setting("familiesSeeClass"))) return [];
  return listHalves(sight.studentId);
}
