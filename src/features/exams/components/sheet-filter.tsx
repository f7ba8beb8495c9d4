"use client";

import { type Facet, FacetSelect } from "@/components/table/facet";
import { gradeFor, grades } from "@/lib/grades";
import type { Choices } from "@/lib/list-address";
import { screens as copy } from "../messages-screens";
import type { SheetRowView } from "../schema-sheet";

/** Chooses the grades of students who may need help. */
const low = "low";
const lowGrades: readonly string[] = ["D", "F"];

type Chosen = { grade?: string | undefined; section?: string | undefined };

/** The students of a sheet with the chosen section and grade, if any. */
export function studentsWith(rows: readonly SheetRowView[], totalMarks: number, { grade, section }: Chosen): string[] {
  const wanted = grade === low ? lowGrades : grade && [grade];
  return rows.flatMap(({ studentId, isExempt, section: own, mark }) => {
    const has = mark?.kind === "scored" ? gradeFor(mark.score, totalMarks).grade : null;
    const isOut = (section && section !== own) || (wanted && (has === null || !wanted.includes(has)));
    return isExempt || isOut ? [] : [studentId];
  });
}

/** The section and grade in the query string; values that the filters do not offer are ignored. */
export const chosenOf = (rows: readonly SheetRowView[], choices: Choices): Chosen =>
  Object.fromEntries(
    facetsOf(rows).map(({ name, options }) => [name, options.find(({ value }) => value === choices[name])?.value]),
  );

function facetsOf(rows: readonly SheetRowView[]): (Facet & { name: keyof Chosen })[] {
  const sections = [...new Set(rows.flatMap(({ section }) => section ?? []))].sort();
  const { facets } = copy.marksFilter;
  return [
    ...(sections.length > 1
      ? [
          {
            name: "section" as const,
            label: facets.section,
            options: sections.map((value) => ({ value, label: copy.marksFilter.section(value) })),
          },
        ]
      : []),
    {
      name: "grade",
      label: facets.grade,
      options: [
        { value: low, label: copy.marksFilter.low },
        ...grades.map((value) => ({ value, label: copy.marksFilter.grade(value) })),
      ],
    },
  ];
}

type SheetFilterProps = {
  rows: readonly SheetRowView[];
  chosen: Chosen;
  onChoose: (changes: Choices) => void;
};

/** Filters of released marks by section and grade. */
export function SheetFilter({ rows, chosen, onChoose }: SheetFilterProps) {
  return (
    <search
      aria-label={copy.marksFilter.label}
      className="mb-3 flex flex-wrap items-center justify-end gap-2 print:hidden"
    >
      {facetsOf(rows).map((facet) => (
        <FacetSelect
          key={facet.name}
          {...facet}
          value={chosen[facet.name] ?? ""}
          onChange={(value) => onChoose({ [facet.name]: value })}
        />
      ))}
    </search>
  );
}
