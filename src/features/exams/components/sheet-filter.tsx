"use client";

import { type Facet, FacetSelect } from "@/components/table/facet";
import { gradeFor, grades } from "@/lib/grades";
import { screens as copy } from "../messages-screens";
import type { SheetRowView } from "../schema-sheet";

/** The grades of whoever may need help, chosen together. */
const low = "low";
const lowGrades: readonly string[] = ["D", "F"];

type Chosen = { grade?: string | undefined; section?: string | undefined };

/** The students of a sheet with a section and a grade, as far as they are chosen. */
export function studentsWith(rows: readonly SheetRowView[], totalMarks: number, { grade, section }: Chosen): string[] {
  const wanted = grade === low ? lowGrades : grade && [grade];
  return rows.flatMap(({ studentId, isExempt, section: own, mark }) => {
    const has = mark?.kind === "scored" ? gradeFor(mark.score, totalMarks).grade : null;
    const isOut = (section && section !== own) || (wanted && (has === null || !wanted.includes(has)));
    return isExempt || isOut ? [] : [studentId];
  });
}

type SheetFilterProps = {
  rows: readonly SheetRowView[];
  chosen: Chosen;
  onChoose: (changes: Record<string, string>) => void;
};

/** Filters of released marks by section and grade. */
export function SheetFilter({ rows, chosen, onChoose }: SheetFilterProps) {
  const sections = [...new Set(rows.flatMap(({ section }) => section ?? []))].sort();
  const { facets } = copy.marksFilter;
  const all: (Facet & { name: keyof Chosen })[] = [
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
  return (
    <search aria-label={copy.marksFilter.label} className="mb-3 flex flex-wrap items-center justify-end gap-2">
      {all.map((facet) => (
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
