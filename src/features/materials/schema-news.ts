import { z } from "zod";

/** What a mail carries of a material that a class is told of. */
export const materialItem = z.object({ act: z.literal("material"), materialId: z.uuid() });

export type MaterialItem = z.infer<typeof materialItem>;
