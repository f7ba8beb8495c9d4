import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Moment } from "@/components/ui/clock";
import { EmailText } from "@/components/ui/email-text";
import { Link } from "@/components/ui/link";
import { PhoneText } from "@/components/ui/phone-text";
import { shownDateHere } from "@/content/institute";
import { copy } from "../messages";
import { deskCopy } from "../messages-desk";
import { isClockRunning } from "../rules-moves";
import type { ListedView } from "../schema";
import { DueMark } from "./due-mark";
import { StateBadge } from "./state-badge";

type SubmissionCardProps = {
  submission: ListedView;
  /** The current moment. */
  at: Date;
  open: boolean;
  onToggle: () => void;
};

/** Width and place of the columns, on screens that are wide enough for them. */
export const submissionColumns = {
  parent: "xl:w-40",
  class: "xl:w-10 xl:text-end",
  received: "xl:order-1 xl:w-24",
  state: "xl:order-2 xl:w-24",
  due: "xl:order-3 xl:w-44",
} as const;

/** One application; its header expands and collapses the rest (spec §2). */
export function SubmissionCard({ submission, at, open, onToggle }: SubmissionCardProps) {
  const { name, selectedClass, givenClass, parentName, email, phone, previousSchool, createdAt, reference } =
    submission;
  const { isNew, state, mergedInto } = submission;
  const isDue = submission.answerDue !== null && isClockRunning(submission);
  const id = useId();
  return (
    <li className="group min-w-0">
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={onToggle}
          className={clsx(
            "flex w-full items-center gap-3 px-3.25 py-2.5 text-start text-sm transition-colors focus-visible:-outline-offset-3 hover:bg-sunken xl:gap-4",
            "group-last:rounded-b-md max-xl:group-first:rounded-t-md dense:min-h-10 dense:py-1",
            open && "bg-sunken",
          )}
        >
          {/* Two lines, with the state at the end of the first; columns on a wide screen. */}
          <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-0.5 xl:flex-nowrap xl:gap-x-4">
            <span className="flex min-w-0 grow basis-0 flex-wrap items-center gap-x-2">
              <span className="min-w-0 break-words">{name}</span>
              {isNew && (
                <span className="flex shrink-0 items-center gap-1.5 font-semibold text-accent text-xs">
                  <span aria-hidden className="size-2 rounded-full bg-accent" />
                  {copy.isNew}
                </span>
              )}
              {mergedInto && <span className="figures text-ink-soft text-xs">{deskCopy.mergedInto(mergedInto)}</span>}
            </span>
            <span className="order-last flex w-full min-w-0 flex-wrap items-center gap-x-3 font-normal text-xs xl:contents xl:text-sm">
              <span
                className={clsx(
                  "order-last min-w-0 break-words text-ink-soft xl:order-none xl:shrink-0 xl:text-xs",
                  submissionColumns.parent,
                )}
              >
                <span className="sr-only">, parent: </span>
                {parentName}
              </span>
              <span className={clsx("figures shrink-0 max-xl:text-ink-soft", submissionColumns.class)}>
                <span className="xl:sr-only">{deskCopy.heads.class} </span>
                {givenClass ?? selectedClass}
              </span>
              <span className={clsx("shrink-0", !isDue && "max-xl:hidden", submissionColumns.due)}>
                <DueMark row={submission} at={at} alone />
              </span>
            </span>
            <span className={clsx("flex shrink-0", submissionColumns.state)}>
              <StateBadge state={state} />
            </span>
            <span
              className={clsx(
                "figures hidden shrink-0 font-normal text-ink-soft text-xs xl:block",
                submissionColumns.received,
              )}
            >
              <span className="sr-only">, {copy.received} </span>
              {shownDateHere(createdAt)}
            </span>
          </span>
          <ChevronDown
            aria-hidden
            className={clsx("size-5 shrink-0 text-ink-soft transition-transform", open && "rotate-180")}
          />
        </button>
      </h2>
      <dl
        id={id}
        hidden={!open}
        className="grid gap-x-8 gap-y-4 border-line border-t px-4 py-5 animate-appear sm:grid-cols-2 lg:grid-cols-3"
      >
        <Fact label="Email">
          <a href={`mailto:${email}`} className="link inline-block max-w-full">
            <EmailText>{email}</EmailText>
          </a>
        </Fact>
        <Fact label="Phone">
          <PhoneText text={phone} className="link figures inline-block" />
        </Fact>
        <Fact label="Previous School">{previousSchool ?? copy.noPreviousSchool}</Fact>
        <Fact label="Submitted on">
          <Moment at={createdAt} />
        </Fact>
        <Fact label="Reference">
          <span className="figures select-all">{reference}</span>
        </Fact>
        <Fact label={deskCopy.facts}>
          <Link href={`/admin/get-info/${submission._id}`} className="link">
            {deskCopy.openApplication}
          </Link>
        </Fact>
      </dl>
    </li>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-ink-soft text-sm">{label}</dt>
      <dd className="break-words font-medium">{children}</dd>
    </div>
  );
}
