import { clsx } from "clsx";
import {
  CalendarClock,
  CalendarPlus,
  CalendarX,
  ChevronRight,
  ClipboardCheck,
  ClipboardPen,
  Eraser,
  GraduationCap,
  Inbox,
  type LucideIcon,
  MailExclamationPoint,
  MailQuestionMark,
  Mails,
  MailX,
  Megaphone,
  MessageSquareText,
  ShieldAlert,
  ShieldQuestion,
  UserCheck,
  UserX,
} from "lucide-react";
import { buttonStyle } from "@/components/ui/button-style";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { copy } from "../messages";
import { listOf, sinceWords } from "../rules";
import type { Overview, WaitingKind } from "../schema";

const icons: Record<WaitingKind, LucideIcon> = {
  overdue: Inbox,
  applications: Inbox,
  wrote: MessageSquareText,
  accepted: GraduationCap,
  messages: MessageSquareText,
  marks: ClipboardPen,
  tests: CalendarX,
  heldReleases: CalendarClock,
  cameBack: CalendarClock,
  ready: ClipboardCheck,
  lateMarks: ClipboardCheck,
  heldNotices: Megaphone,
  yearEnded: CalendarPlus,
  unpromoted: GraduationCap,
  codes: ShieldAlert,
  erasures: Eraser,
  proposed: UserCheck,
  unconfirmed: UserX,
  consents: ShieldQuestion,
  stuck: MailExclamationPoint,
  mails: MailX,
  held: MailQuestionMark,
  kept: Mails,
};

const tones: Partial<Record<WaitingKind, string>> = {
  overdue: "bg-danger-soft text-danger",
  applications: "bg-warn-soft text-warn",
  stuck: "bg-danger-soft text-danger",
  yearEnded: "bg-warn-soft text-warn",
  unpromoted: "bg-warn-soft text-warn",
  codes: "bg-warn-soft text-warn",
  heldReleases: "bg-warn-soft text-warn",
  cameBack: "bg-warn-soft text-warn",
  heldNotices: "bg-warn-soft text-warn",
  mails: "bg-warn-soft text-warn",
  held: "bg-warn-soft text-warn",
  kept: "bg-warn-soft text-warn",
};

/** Pending work, most urgent first; each number links to its list. */
export function WaitingList({ waiting, today }: { waiting: Overview["waiting"]; today: string }) {
  return (
    <Card as="section" padding="none" aria-labelledby="waiting">
      <h2 id="waiting" className="border-line border-b px-4 py-3 text-base">
        {copy.waiting}
      </h2>
      {waiting.length === 0 ? (
        <p className="px-4 py-6 text-ink-soft text-sm">{copy.nothing}</p>
      ) : (
        <ul className="divide-y divide-line">
          {waiting.map((line) => (
            <Line key={line.kind} {...line} today={today} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Line({ kind, count, since, today }: Overview["waiting"][number] & { today: string }) {
  const { hint, verb, one, title: many } = copy.lines[kind];
  const title = count === 1 ? one : many;
  const Icon = icons[kind];
  return (
    <li className="relative flex items-center gap-3 px-4 py-2">
      <span
        aria-hidden
        className={clsx("grid size-8 shrink-0 place-items-center rounded-md", tones[kind] ?? "bg-sunken text-ink-soft")}
      >
        <Icon className="size-4" />
      </span>
      <p className="grid min-w-0 grow leading-snug">
        <span className="font-semibold text-sm">{title}</span>
        <span className="text-ink-soft text-xs">
          {hint}
          {since && ` · ${sinceWords(since, count, today)}`}
        </span>
      </p>
      <p className={clsx("figures shrink-0 font-bold", kind === "overdue" && "text-danger")}>{count}</p>
      {/* On a phone, the whole row is the link. */}
      <Link
        href={listOf[kind]}
        aria-label={`${verb}: ${title}, ${count}`}
        className={clsx(
          buttonStyle({ variant: "secondary", size: "small" }),
          "max-sm:min-h-11 max-sm:border-transparent max-sm:bg-transparent max-sm:px-0 max-sm:after:absolute max-sm:after:inset-0 sm:w-28",
        )}
      >
        <span className="max-sm:hidden">{verb}</span>
        <ChevronRight aria-hidden className="size-5 sm:hidden rtl:rotate-180" />
      </Link>
    </li>
  );
}
