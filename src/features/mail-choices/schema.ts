import { z } from "zod";
import { momentView } from "@/lib/fields";
import { say } from "./messages";

/** How a person gets optional emails: each immediately, in a daily digest, or never. */
const choices = ["at_once", "digest", "required"] as const;

export const chooseInput = z.strictObject({ choice: z.enum(choices, say("badChoice")) });

/** The person's choice; `changedAt` is null if the person never chose. */
export const choiceView = z.object({ choice: z.enum(choices), changedAt: momentView.nullable() });

export type ChoiceView = z.infer<typeof choiceView>;

export const stopInput = z.strictObject({ token: z.string(say("badLink")).max(200, say("badLink")) });
