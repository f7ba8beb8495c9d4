import { Check, MailWarning, Send } from "lucide-react";
import { Badge } from "@/components/ui/badge";
import { screens } from "../messages-screens";
import type { StudentRowView } from "../schema-list";

type Login = StudentRowView["login"];

const tones = { none: "neutral", invited: "accent", "not confirmed": "warning", active: "success" } as const;
const icons: Record<Login, typeof Check | null> = {
  none: null,
  invited: Send,
  "not confirmed": MailWarning,
  active: Check,
};

export function LoginBadge({ login }: { login: Login }) {
  const Icon = icons[login];
  return (
    <Badge tone={tones[login]}>
      {Icon && <Icon aria-hidden />}
      {screens.logins[login]}
    </Badge>
  );
}
