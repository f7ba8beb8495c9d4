import { z } from "zod";
import { materialItem } from "@/features/materials/schema-news";
import { testItem } from "@/features/schedules/schema-news";

export const acts = ["added", "corrected", "withdrawn"] as const;

export type Act = (typeof acts)[number];

const resultItem = z.object({ act: z.enum(acts), resultId: z.uuid() });

/** The items of a combined email about news. */
export const aboutNews = z.object({ items: z.array(z.union([resultItem, testItem, materialItem])) });

export type NewsItems = z.infer<typeof aboutNews>["items"];
