import { Badge } from "@/components/ui/badge";
import { screens as copy } from "../messages-screens";
import type { ExamView } from "../schema";

const tones = { draft: "neutral", scheduled: "accent", released: "success", withdrawn: "warning" } as const;

type ExamStateProps = Pick<ExamView, "state" | "isHeld"> & {
  /** Everyone who takes it has a mark, is absent or excused: a draft waits for its release alone. */
  isReady?: boolean;
};

/** The state of an exam as a badge. */
export function ExamState({ state, isHeld, isReady = false }: ExamStateProps) {
  if (isReady && state === "draft" && !isHeld) return <Badge tone="warning">{copy.ready}</Badge>;
  return <Badge tone={isHeld ? "warning" : tones[state]}>{isHeld ? copy.states.held : copy.states[state]}</Badge>;
}
