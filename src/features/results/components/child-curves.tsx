"use client";

import { api } from "@/trpc/client";
import { SubjectCurves } from "./subject-curves";

/** The lines of a guardian's child, by subject. */
export function ChildCurves({ childId }: { childId: string }) {
  const { data: results = [] } = api.results.mine.useQuery({ studentId: childId });
  const { data: halves = [] } = api.results.halves.useQuery({ studentId: childId });
  return <SubjectCurves results={results} halves={halves} />;
}
