"use client";

import { clsx } from "clsx";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { PrintedPart } from "@/components/ui/printed-part";
import { passFocusDown } from "@/components/ui/take-focus";
import { institute } from "@/content/institute";
import { dayOf } from "@/lib/curves";
import { shownDate } from "@/lib/dates";
import { gradeFor, shownPercentage } from "@/lib/grades";
import { copy } from "../messages";
import { nameOf, wayOf } from "../rules";
import type { MyResultView } from "../schema";
import { Corrections } from "./corrections";

const shownAtFirst = 5;
/** Must match the number that `EarlierResult` prints. */
const printed = 3;

/** All results but the one on top, those of the latest exam first. A printed report card has room for three. */
export function EarlierResults({ results, newIds }: { results: MyResultView[]; newIds: ReadonlySet<string> }) {
  const [all, setAll] = useState(false);
  const ordered = wayOf(results, results.length, institute.timeZone).toReversed();
  const shown = all ? ordered : ordered.slice(0, shownAtFirst);
  return (
    <section className="grid grid-cols-1 gap-5 print:gap-2">
      <div className="flex items-baseline justify-between gap-4">
        <h2 className="text-xl print:text-lg">{copy.earlier}</h2>
        {results.length > printed && <PrintedPart shown={printed} total={results.length} />}
      </div>
      <ol className="print:text-sm">
        {shown.map((result) => (
          <EarlierResult key={result._id} result={result} isNew={newIds.has(result._id)} />
        ))}
      </ol>
      {ordered.slice(0, printed).some(({ remark }) => remark) && (
        <p className="hidden text-ink-soft text-xs print:block">{copy.remarksNotPrinted}</p>
      )}
      {shown.length < results.length && (
        <div className="justify-self-center print:hidden">
          <Button ref={passFocusDown} variant="secondary" onClick={() => setAll(true)}>
            {copy.showAll(results.length)}
          </Button>
        </div>
      )}
    </section>
  );
}

function EarlierResult({ result, isNew }: { result: MyResultView; isNew: boolean }) {
  const { className, score, totalMarks, percentage, gpa, remark, corrections } = result;
  const { grade, label } = gradeFor(score, totalMarks);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-line border-t py-3 last:border-b print:nth-[n+4]:hidden print:gap-x-3 print:py-1">
      <div className="min-w-0 grow basis-32 print:flex print:gap-3">
        <p className="line-clamp-3 break-words font-semibold print:line-clamp-1">{nameOf(result)}</p>
        <p className="figures flex shrink-0 flex-wrap items-center gap-x-1.5 gap-y-1 text-ink-soft text-xs sm:gap-x-2 sm:text-sm">
          Class {className}, {shownDate(dayOf(result, institute.timeZone))}
          {isNew && (
            <span className="flex print:hidden [&>span]:px-2 [&>span]:py-0.5">
              <Badge>{copy.isNew}</Badge>
            </span>
          )}
        </p>
      </div>
      <div className="figures grid shrink-0 justify-items-end gap-0.5 print:flex print:items-center print:gap-3">
        <div className="flex items-center gap-2.5 font-semibold print:order-2">
          <p className="print:w-16 print:text-end">{shownPercentage(percentage)}</p>
          <Badge tone="neutral">
            <span className="sr-only">Grade </span>
            {grade} <span className="max-sm:sr-only xl:sr-only">{label}</span>
          </Badge>
        </div>
        <p className="text-ink-soft text-xs sm:text-sm print:w-44 print:text-xs">
          {score} out of {totalMarks}
          {gpa !== null && `, GPA ${gpa}`}
        </p>
      </div>
      {(remark || corrections.length > 0) && (
        <div className={clsx("grid basis-full grid-cols-1 gap-1", corrections.length === 0 && "print:hidden")}>
          {remark && <p className="break-words text-sm print:hidden">{remark}</p>}
          <Corrections corrections={corrections} />
        </div>
      )}
    </li>
  );
}
