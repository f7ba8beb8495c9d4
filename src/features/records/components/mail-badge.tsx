import { CircleAlert, CircleCheck, CirclePause, Clock, FileText, Layers } from "lucide-react";
import type { ReactNode } from "react";
import { Badge } from "@/components/ui/badge";
import { copy } from "../messages";
import type { MailState } from "../schema-states";

/** The icon of each state, always shown with a label. */
const stateIcons: Record<MailState, ReactNode> = {
  waiting: <Clock aria-hidden />,
  sent: <CircleCheck aria-hidden />,
  failed: <CircleAlert aria-hidden />,
  kept: <FileText aria-hidden />,
  held: <CirclePause aria-hidden />,
  gathered: <Layers aria-hidden />,
};

const tones = {
  waiting: "neutral",
  sent: "success",
  failed: "danger",
  kept: "neutral",
  held: "accent",
  gathered: "neutral",
} as const;

export function MailBadge({ state }: { state: MailState }) {
  return (
    <Badge tone={tones[state]}>
      {stateIcons[state]}
      {copy.mailStates[state]}
    </Badge>
  );
}
