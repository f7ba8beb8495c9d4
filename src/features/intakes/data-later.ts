import "server-only";
import { dateHere } from "@/content/institute";
import { setting } from "@/features/settings/data";
import { begunYearAt, listYears } from "@/features/years/data";
import type { Submission } from "@/server/generated/prisma/client";
import { listIntakes } from "./data";
import { intakeLater } from "./rules";

type Came = Pick<Submission, "id" | "selectedClass" | "createdAt">;

/** The intakes for applications that came before their class had an intake, each with the ids of its applications. */
export async function intakesOfEarlier(earlier: readonly Came[]): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  if (earlier.length === 0) return found;
  const [intakes, years, season] = [await listIntakes(), await listYears(), await setting("season")];
  for (const { id, selectedClass, createdAt } of earlier) {
    const ofClass = intakes.filter(({ className }) => className === selectedClass);
    const intake = intakeLater(ofClass, dateHere(createdAt), season ?? begunYearAt(years, createdAt)?.label);
    if (!intake) continue;
    const ids = found.get(intake._id) ?? [];
    ids.push(id);
    found.set(intake._id, ids);
  }
  return found;
}
