import "server-only";
import { findMaterialNews } from "@/features/materials/data-news";
import { findTestNews } from "@/features/schedules/data-news";
import type { NewsItems } from "./schema-news";

type Letter = { items: NewsItems; recipient: string; userId: string | null };

/** News of other rooms in the same email: tests and materials. */
export async function findOtherNews({ items, ...to }: Letter, now: Date) {
  const tests = items.flatMap((item) => ("scheduleId" in item ? [item] : []));
  const materials = items.flatMap((item) => ("materialId" in item ? [item] : []));
  const found = [
    await findTestNews({ items: tests, ...to }, now),
    await findMaterialNews({ items: materials, ...to }, now),
  ];
  return found.filter((one) => one !== null);
}
