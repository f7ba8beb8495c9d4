import { Badge } from "@/components/ui/badge";
import { screens as copy } from "../messages-screens";
import type { ExamView } from "../schema";

const tones = { draft: "neutral", scheduled: "accent", released: "success", withdrawn: "warning" } as const;

/** Where an exam stands, in a word. */
export function ExamState({ state }: Pick<ExamView, "state">) {
  return <Badge tone={tones[state]}>{copy.states[state]}</Badge>;
}
