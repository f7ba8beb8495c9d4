"use client";

import { Moment } from "@/components/ui/clock";
import { Failed } from "@/components/ui/failed";
import { Link } from "@/components/ui/link";
import { api } from "@/trpc/client";
import { releaseScreens } from "../messages-release";
import type { ExamEventView } from "../schema-release";

const copy = releaseScreens.history;

type ExamHistoryProps = {
  id: string;
  /** The caller may open the pages of students. */
  opensStudents: boolean;
};

/** The history of an exam and its results, with authors, newest first. */
export function ExamHistory({ id, opensStudents }: ExamHistoryProps) {
  const list = api.exams.events.useQuery({ id });
  const events = list.data ?? [];
  if (list.isError && !list.data) return <Failed of={list}>{copy.failed}</Failed>;
  if (events.length === 0) return null;
  return (
    <section className="grid grid-cols-1 gap-2">
      <h2 className="text-base">{copy.title}</h2>
      <ol className="rounded-md border border-line bg-surface text-sm">
        {events.map((event) => (
          <li
            key={event._id}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-line px-3.25 py-2 not-last:border-b"
          >
            <span className="w-44 shrink-0 text-ink-soft text-xs">
              <Moment at={event.at} />
            </span>
            <span className="min-w-0 grow basis-60">
              <What of={event} opensStudents={opensStudents} />
            </span>
            <span className="text-ink-soft text-xs">{copy.by(event.by, event.kind)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}

function What({ of: event, opensStudents }: { of: ExamEventView; opensStudents: boolean }) {
  const { kind, results, others, plannedAt, why, reason, of } = event;
  const isPlan = kind === "scheduled" || kind === "rescheduled";
  const counts = [results !== null && copy.results(results), others && copy.others(others)].filter(Boolean).join(", ");
  return (
    <>
      <strong className="font-semibold">{copy.kinds[why === "changed" ? "changed" : kind]}</strong>
      {isPlan && plannedAt && (
        <>
          {" "}
          <Moment at={plannedAt} />
        </>
      )}
      {counts && <span className="figures">: {counts}</span>}
      {of && (
        <span className="figures">
          {": "}
          {opensStudents ? (
            <Link href={`/admin/students/${of.studentId}`} className="link rounded-sm">
              {of.name}
            </Link>
          ) : (
            of.name
          )}
          , {of.after === null ? copy.was(of.before) : copy.became(of.before, of.after)}
        </span>
      )}
      {reason && <span className="block break-words text-ink-soft text-xs">{reason}</span>}
    </>
  );
}
