import { z } from "zod";
import { momentView } from "@/lib/fields";
import { say } from "./messages";

/** Which of the emails that are not required a person gets: each at once, all of a day in one, or none. */
const choices = ["at_once", "digest", "required"] as const;

export const chooseInput = z.strictObject({ choice: z.enum(choices, say("badChoice")) });

/** What a person has chosen; null where nobody ever chose. */
export const choiceView = z.object({ choice: z.enum(choices), changedAt: momentView.nullable() });

export type ChoiceView = z.infer<typeof choiceView>;

export const stopInput = z.strictObject({ token: z.string(say("badLink")).max(200, say("badLink")) });
