"use client";

import { useState } from "react";
import { FileSteps } from "@/components/form/file-steps";
import { useLead } from "@/components/form/use-lead";
import { PageHeader } from "@/components/site/page-header";
import { Badge } from "@/components/ui/badge";
import { Moment } from "@/components/ui/clock";
import { Link } from "@/components/ui/link";
import { Section } from "@/components/ui/section";
import { api } from "@/trpc/client";
import { fileScreens as copy } from "../messages-file";
import { screens } from "../messages-screens";
import { placeOf } from "../rules";
import type { ExamView } from "../schema";
import type { FileHeadView, FileView } from "../schema-files";
import { CancelMarksFile } from "./cancel-file";
import { FileCheck } from "./file-check";
import { FileColumns } from "./file-columns";
import { FileDone } from "./file-done";
import { FileStart } from "./file-start";

const stepOf = { read: "columns", checked: "check", applied: "done", undone: "done" } as const;

type MarksFileProps = { exam: ExamView; known: FileView | undefined; past: FileHeadView[] };

/** A file of marks, from upload to drafts; the state on the server determines the step. */
export function MarksFile({ exam, known, past }: MarksFileProps) {
  const [view, setView] = useState(known);
  const [isChoosing, setIsChoosing] = useState(false);
  const lead = useLead();
  const { exams } = api.useUtils();
  const state = isChoosing && view?.state === "checked" ? "read" : view?.state;

  function show(next: FileView) {
    setIsChoosing(false);
    void exams.list.invalidate();
    // Each file has its own URL, so that the page can be left and found again.
    if (next._id === view?._id) setView(next);
    else lead(`/admin/results/${exam._id}/file?file=${next._id}`);
  }

  return (
    <>
      <PageHeader
        title={copy.title}
        lead={view ? view.fileName : copy.lead}
        action={view && (state === "read" || state === "checked") && <CancelMarksFile view={view} />}
        crumbs={[
          { href: "/admin/results", label: screens.title },
          { href: `/admin/results?class=${exam.className}`, label: placeOf(exam) },
          { href: `/admin/results/${exam._id}`, label: `${exam.subject}, ${exam.examName}` },
        ]}
      />
      <div className="grid grid-cols-1 gap-4">
        {state && <FileSteps label={copy.stepsLabel} names={copy.steps} step={stepOf[state]} />}
        {!view && <FileStart examId={exam._id} onRead={show} />}
        {view && state === "read" && <FileColumns view={view} onChecked={show} />}
        {view && state === "checked" && (
          <FileCheck view={view} onChanged={show} onColumns={() => setIsChoosing(true)} />
        )}
        {view && (state === "applied" || state === "undone") && <FileDone view={view} onUndone={show} />}
        {!view && past.length > 0 && (
          <Section title={copy.past}>
            <ul className="rounded-md border border-line bg-surface text-sm">
              {past.map(({ _id, fileName, createdAt, by, state: now }) => (
                <li
                  key={_id}
                  className="flex flex-wrap items-center gap-x-3 gap-y-1 border-line px-3.25 py-2 not-last:border-b"
                >
                  <Link
                    href={`/admin/results/${exam._id}/file?file=${_id}`}
                    className="link wrap-anywhere rounded-sm font-semibold"
                  >
                    {fileName}
                  </Link>
                  <span className="text-ink-soft text-xs">
                    <Moment at={createdAt} /> {by}
                  </span>
                  <span className="ms-auto">
                    <Badge tone="neutral">{copy.states[now]}</Badge>
                  </span>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </div>
    </>
  );
}
