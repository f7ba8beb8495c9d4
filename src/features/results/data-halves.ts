import "server-only";
import { listHalves } from "@/features/exams/data-halves";
import { setting } from "@/features/settings/data";
import type { Principal } from "@/lib/principal";
import { requireSight } from "./data-sight";

/** The middle half of the class behind results of the caller or of a child; none unless families may see it. @throws AppError FORBIDDEN, NOT_FOUND */
export async function listOwnHalves(principal: Principal, childId?: string) {
  const sight = await requireSight(principal, childId);
  if (sight === null || !(await setting("familiesSeeClass"))) return [];
  return listHalves(sight.studentId);
}
