"use client";

import { api } from "@/trpc/client";
import { SubjectCurves } from "./subject-curves";

export function ChildCurves({ childId }: { childId: string }) {
  const { data: results = [] } = api.results.mine.useQuery({ studentId: childId });
  const { data: halves = [] } = api.results.halves.useQuery({ studentId: childId });
  return <SubjectCurves results={results} halves={halves} />;
}
