import { Badge } from "@/components/ui/badge";
import { screens as copy } from "../messages-screens";
import type { ExamView } from "../schema";

const tones = { draft: "neutral", scheduled: "accent", released: "success", withdrawn: "warning" } as const;

/** The state of an exam as a badge. */
export function ExamState({ state, isHeld }: Pick<ExamView, "state" | "isHeld">) {
  return <Badge tone={isHeld ? "warning" : tones[state]}>{isHeld ? copy.states.held : copy.states[state]}</Badge>;
}
