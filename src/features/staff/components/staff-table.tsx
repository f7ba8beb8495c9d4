import { clsx } from "clsx";
import { ChevronRight, ShieldAlert, ShieldCheck } from "lucide-react";
import { Col } from "@/components/table/col";
import { cellStyle, headStyle, tableStyle } from "@/components/table/table-style";
import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/clock";
import { EmailText } from "@/components/ui/email-text";
import { dateHere, shownDateHere } from "@/content/institute";
import { kept } from "@/content/retention";
import { shownDate } from "@/lib/dates";
import { copy } from "../messages";
import { datesOf, hasLastDay, inactiveOf, kindOf, loginOf, standingOf, worksWith } from "../rules";
import type { StaffMember } from "../schema";

const tones = { administrator: "accent", office: "success", teacher: "neutral" } as const;

type StaffTableProps = {
  people: readonly StaffMember[];
  isSecondStepDemanded: boolean;
  onChange: (userId: string) => void;
};

/** The staff, with their work and its end. */
export function StaffTable({ people, isSecondStepDemanded, onChange }: StaffTableProps) {
  const hasDates = people.some((member) => datesOf(member) !== "");
  return (
    <table aria-label={copy.title} className={tableStyle}>
      <thead className="max-md:sr-only">
        <tr>
          <Col>{copy.name}</Col>
          <Col className={clsx(headStyle, "max-sm:hidden")}>{copy.role}</Col>
          <Col className={clsx(headStyle, "max-md:hidden")}>{copy.works}</Col>
          {hasDates && <Col className={clsx(headStyle, "max-lg:hidden")}>{copy.dates}</Col>}
          <Col className={clsx(headStyle, "max-lg:hidden")}>{copy.twoStep}</Col>
          <Col className={clsx(headStyle, "max-xl:hidden")}>{copy.lastActive}</Col>
          <Col>
            <span className="sr-only">{copy.change}</span>
          </Col>
        </tr>
      </thead>
      <tbody>
        {people.map((member) => (
          <StaffRow
            key={member._id}
            member={member}
            hasDates={hasDates}
            isSecondStepDemanded={isSecondStepDemanded}
            onChange={() => onChange(member._id)}
          />
        ))}
      </tbody>
    </table>
  );
}

type StaffRowProps = {
  member: StaffMember;
  /** True if there is a column for the dates. */
  hasDates: boolean;
  isSecondStepDemanded: boolean;
  onChange: () => void;
};

function StaffRow({ member, hasDates, isSecondStepDemanded, onChange }: StaffRowProps) {
  const { name, lastActiveAt } = member;
  const standing = standingOf(member);
  const hasEnded = standing === "ended";
  const kind = kindOf(member);
  const badge = <Badge tone={hasEnded ? "neutral" : tones[kind]}>{copy.roles[kind]}</Badge>;
  const soft = "whitespace-nowrap text-ink-soft text-xs";
  return (
    <tr className="group relative hover:bg-paper">
      <th scope="row" className={clsx(cellStyle, "w-full min-w-0 max-w-0 text-start font-normal max-md:py-2.5")}>
        <span className="flex items-center gap-x-2 gap-y-0.5 max-sm:flex-wrap">
          <span
            dir="auto"
            title={name}
            className={clsx("min-w-0 font-semibold max-sm:wrap-anywhere sm:truncate", hasEnded && "text-ink-soft")}
          >
            {name}
          </span>
          {standing && (
            <span className="shrink-0">
              <Badge tone={hasEnded ? "neutral" : "warning"}>{copy.standings[standing]}</Badge>
            </span>
          )}
          {/* On a phone, a row has only one badge. */}
          {!standing && <span className="sm:hidden">{badge}</span>}
        </span>
        <span className="block text-ink-soft text-xs max-md:hidden">
          <EmailText>{member.email ?? member.username ?? ""}</EmailText>
        </span>
        <span className="wrap-anywhere block text-ink-soft text-xs md:hidden">
          {standing && <span className="sm:hidden">{copy.roles[kind]} · </span>}
          {worksWith(member)}
        </span>
        <LoginState member={member} className="md:hidden" />
        <span className={clsx("block text-ink-soft text-xs lg:hidden", !hasLastDay(member) && "max-md:hidden")}>
          {datesOf(member)}
        </span>
      </th>
      <td className={clsx(cellStyle, "max-sm:hidden")}>{badge}</td>
      <td className={clsx(cellStyle, "min-w-52 text-xs max-md:hidden", hasEnded && "text-ink-soft")}>
        {worksWith(member)}
        <LoginState member={member} />
      </td>
      {hasDates && <td className={clsx(cellStyle, soft, "max-lg:hidden")}>{datesOf(member)}</td>}
      <td className={clsx(cellStyle, "whitespace-nowrap text-xs max-lg:hidden")}>
        <SecondStep member={member} isDemanded={isSecondStepDemanded} />
      </td>
      <td className={clsx(cellStyle, soft, "max-xl:hidden")}>
        {lastActiveAt === null ? inactiveOf(member, kept.sessions) : <LastActive at={lastActiveAt} />}
      </td>
      <td className={clsx(cellStyle, "text-end")}>
        <button
          type="button"
          aria-label={copy.changeOf(name)}
          onClick={onChange}
          className="min-h-11 rounded-sm px-1 text-accent text-xs underline max-md:after:absolute max-md:after:inset-0 dense:min-h-9"
        >
          <span className="max-md:hidden">{copy.change}</span>
          <ChevronRight aria-hidden className="size-5 text-ink-soft md:hidden" />
        </button>
      </td>
    </tr>
  );
}

/** The code of a person who has not logged in yet, or an address that is not confirmed yet. */
function LoginState({ member, className }: { member: StaffMember; className?: string }) {
  const words = loginOf(member, shownDateHere);
  return words && <span className={clsx("block text-ink-soft text-xs", className)}>{words}</span>;
}

function SecondStep({ member, isDemanded }: { member: StaffMember; isDemanded: boolean }) {
  if (member.hasSecondStep) {
    return (
      <span className="inline-flex items-center gap-1.5 text-success">
        <ShieldCheck aria-hidden className="size-4" />
        {copy.on}
      </span>
    );
  }
  if (!isDemanded) return <span className="text-ink-soft">{copy.off}</span>;
  return (
    <span className="inline-flex items-center gap-1.5 font-semibold text-warn">
      <ShieldAlert aria-hidden className="size-4" />
      {copy.missing}
    </span>
  );
}

function LastActive({ at }: { at: Date }) {
  const day = dateHere(at);
  return day === dateHere(new Date()) ? <Moment at={at} /> : shownDate(day);
}
