import { clsx } from "clsx";
import { ShieldAlert, ShieldCheck } from "lucide-react";
import { cellStyle, headStyle, tableStyle } from "@/components/table/table-style";
import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/clock";
import { institute } from "@/content/institute";
import { dateIn, shownDate } from "@/lib/dates";
import { copy } from "../messages";
import { datesOf, kindOf, worksWith } from "../rules";
import type { StaffMember } from "../schema";

const tones = { administrator: "accent", office: "success", teacher: "neutral" } as const;

type StaffTableProps = {
  people: readonly StaffMember[];
  isSecondStepDemanded: boolean;
  onChange: (userId: string) => void;
};

/** The staff, with their work and its end. */
export function StaffTable({ people, isSecondStepDemanded, onChange }: StaffTableProps) {
  return (
    <table aria-label={copy.title} className={tableStyle}>
      <thead className="max-md:sr-only">
        <tr>
          <th scope="col" className={headStyle}>
            {copy.name}
          </th>
          <th scope="col" className={clsx(headStyle, "max-sm:hidden")}>
            {copy.role}
          </th>
          <th scope="col" className={clsx(headStyle, "max-md:hidden")}>
            {copy.works}
          </th>
          <th scope="col" className={clsx(headStyle, "max-lg:hidden")}>
            {copy.dates}
          </th>
          <th scope="col" className={clsx(headStyle, "max-lg:hidden")}>
            {copy.twoStep}
          </th>
          <th scope="col" className={clsx(headStyle, "max-xl:hidden")}>
            {copy.lastActive}
          </th>
          <th scope="col" className={headStyle}>
            <span className="sr-only">{copy.change}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {people.map((member) => (
          <StaffRow
            key={member._id}
            member={member}
            isSecondStepDemanded={isSecondStepDemanded}
            onChange={() => onChange(member._id)}
          />
        ))}
      </tbody>
    </table>
  );
}

type StaffRowProps = { member: StaffMember; isSecondStepDemanded: boolean; onChange: () => void };

function StaffRow({ member, isSecondStepDemanded, onChange }: StaffRowProps) {
  const { name, email, username, login, lastActiveAt } = member;
  const kind = kindOf(member);
  const badge = <Badge tone={tones[kind]}>{copy.roles[kind]}</Badge>;
  const works = worksWith(member);
  const soft = "whitespace-nowrap text-ink-soft text-xs";
  return (
    <tr className="group hover:bg-paper">
      <th scope="row" className={clsx(cellStyle, "w-full min-w-0 max-w-0 text-start font-normal max-md:py-2.5")}>
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 sm:block">
          <span dir="auto" title={name} className="min-w-0 font-semibold max-sm:wrap-anywhere sm:block sm:truncate">
            {name}
          </span>
          <span className="sm:hidden">{badge}</span>
        </span>
        <span className="block truncate text-ink-soft text-xs max-md:hidden">{email ?? username}</span>
        <span className="wrap-anywhere block text-ink-soft text-xs md:hidden">{works}</span>
        <span className="block text-ink-soft text-xs lg:hidden">{datesOf(member)}</span>
      </th>
      <td className={clsx(cellStyle, "max-sm:hidden")}>{badge}</td>
      <td className={clsx(cellStyle, "min-w-52 text-xs max-md:hidden", login === "invited" && "text-accent")}>
        {works}
      </td>
      <td className={clsx(cellStyle, soft, "max-lg:hidden")}>{datesOf(member)}</td>
      <td className={clsx(cellStyle, "whitespace-nowrap text-xs max-lg:hidden")}>
        <SecondStep member={member} isDemanded={isSecondStepDemanded} />
      </td>
      <td className={clsx(cellStyle, soft, "max-xl:hidden")}>
        {lastActiveAt === null ? copy.never : <LastActive at={lastActiveAt} />}
      </td>
      <td className={clsx(cellStyle, "text-end")}>
        <button
          type="button"
          aria-label={copy.changeOf(name)}
          onClick={onChange}
          className="min-h-11 rounded-sm px-1 text-accent text-xs underline dense:min-h-9"
        >
          {copy.change}
        </button>
      </td>
    </tr>
  );
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
  const day = dateIn(institute.timeZone, at);
  return day === dateIn(institute.timeZone, new Date()) ? <Moment at={at} /> : shownDate(day);
}
