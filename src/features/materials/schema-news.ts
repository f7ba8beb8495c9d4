import { z } from "zod";

/** A material in an email to its class. */
export const materialItem = z.object({ act: z.literal("material"), materialId: z.uuid() });

export type MaterialItem = z.infer<typeof materialItem>;
