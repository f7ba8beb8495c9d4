import { Badge } from "@/components/ui/badge";
import { screens as copy } from "../messages-screens";
import type { ExamRowView, ExamView } from "../schema";

const tones = { draft: "neutral", scheduled: "accent", released: "success", withdrawn: "warning" } as const;

type ExamStateProps = Pick<ExamView, "state" | "isHeld"> & {
  /** What the exam needs from a person who may release. */
  waits?: ExamRowView["waits"];
};

/** The state of an exam as a badge. */
export function ExamState({ state, isHeld, waits = null }: ExamStateProps) {
  if (waits) return <Badge tone="warning">{waits === "cameBack" ? copy.states.cameBack : copy.waits[waits]}</Badge>;
  return <Badge tone={isHeld ? "warning" : tones[state]}>{isHeld ? copy.states.held : copy.states[state]}</Badge>;
}
