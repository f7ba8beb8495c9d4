"use client";

import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { shownDate } from "@/lib/dates";
import { copy } from "../copy";
import { dayOf, gradeFor, shownPercentage } from "../rules";
import type { ResultView } from "../schema";

const shownAtFirst = 10;

/** What came before the newest result, newest first. A printed report card has room for five. */
export function EarlierResults({ results }: { results: ResultView[] }) {
  const [all, setAll] = useState(false);
  const shown = all ? results : results.slice(0, shownAtFirst);
  return (
    <section className="grid gap-5 print:gap-3">
      <h2 className="text-2xl print:text-lg">{copy.earlier}</h2>
      <ol className="print:text-sm">
        {shown.map((result) => (
          <EarlierResult key={result._id} result={result} />
        ))}
      </ol>
      {shown.length < results.length && (
        <div className="justify-self-center">
          <Button variant="secondary" onClick={() => setAll(true)}>
            {copy.showAll(results.length)}
          </Button>
        </div>
      )}
    </section>
  );
}

function EarlierResult({ result }: { result: ResultView }) {
  const { className, examName, subject, score, totalMarks, percentage } = result;
  const { grade, label } = gradeFor(score, totalMarks);
  const name = [examName, subject].filter(Boolean).join(", ") || copy.oneResult(className);
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 border-line border-t py-4 last:border-b print:py-1.5 print:nth-[n+6]:hidden">
      <div className="min-w-0 grow basis-60">
        <p className="line-clamp-3 break-words font-semibold print:line-clamp-1">{name}</p>
        <p className="figures text-ink-soft text-sm">
          Class {className}, {shownDate(dayOf(result))}
        </p>
      </div>
      <p className="figures w-28 text-ink-soft text-sm">
        {score} out of {totalMarks}
      </p>
      <p className="figures w-16 text-end font-semibold">{shownPercentage(percentage)}</p>
      <div className="w-36">
        <Badge>
          <span className="sr-only">Grade </span>
          {grade} {label}
        </Badge>
      </div>
    </li>
  );
}
