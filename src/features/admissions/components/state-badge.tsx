import { Badge } from "@/components/ui/badge";
import { stateNames } from "../messages";
import { toneOf } from "../rules-desk";
import type { SubmissionState } from "../schema";

export function StateBadge({ state }: { state: SubmissionState }) {
  return <Badge tone={toneOf(state)}>{stateNames[state]}</Badge>;
}
