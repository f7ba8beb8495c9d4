import { clsx } from "clsx";
import {
  Activity,
  CalendarMinus,
  CalendarPlus,
  ClipboardPlus,
  Download,
  FileUp,
  Inbox,
  KeyRound,
  LogIn,
  LogOut,
  type LucideIcon,
  MailCheck,
  MailX,
  MessageSquareText,
  PencilLine,
  RotateCw,
  ShieldAlert,
  Trash2,
  UserMinus,
  UserPlus,
  UserX,
} from "lucide-react";
import type { AuditAction } from "@/lib/audit-actions";

const icons: Record<AuditAction, LucideIcon> = {
  login: LogIn,
  "login-refused": ShieldAlert,
  logout: LogOut,
  signup: UserPlus,
  "email-confirmed": MailCheck,
  "name-changed": PencilLine,
  "password-changed": KeyRound,
  "password-reset": KeyRound,
  "signed-out-everywhere": LogOut,
  "data-exported": Download,
  "account-deleted": UserMinus,
  "person-exported": Download,
  "person-erased": UserX,
  "codes-on": KeyRound,
  "codes-off": KeyRound,
  "old-data-removed": Trash2,
  "submissions-exported": Download,
  "messages-exported": Download,
  refused: ShieldAlert,
  "results-added": ClipboardPlus,
  "material-added": FileUp,
  "material-removed": Trash2,
  "schedule-added": CalendarPlus,
  "schedule-removed": CalendarMinus,
  "submissions-read": Inbox,
  "messages-read": MessageSquareText,
  "mails-resent": RotateCw,
  "mails-dropped": MailX,
  "mail-resent": RotateCw,
};

const alarming = new Set(["login-refused", "refused"]);

/** The sign of an action, for the eye that runs down the list; refusals stand out. */
export function EventIcon({ action }: { action: string }) {
  const Icon = Object.hasOwn(icons, action) ? icons[action as AuditAction] : Activity;
  const tone = alarming.has(action) ? "bg-danger-soft text-danger" : "bg-sunken text-ink-soft";
  return (
    <span aria-hidden className={clsx("grid size-10 shrink-0 place-items-center rounded-md [&_svg]:size-5", tone)}>
      <Icon />
    </span>
  );
}
