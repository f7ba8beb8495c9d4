"use client";

import { ResultsClosed } from "@/features/guardians/components/child-closed";
import { ChildPage } from "@/features/guardians/components/child-page";
import { WhoCanSee } from "@/features/guardians/components/who-can-see";
import { childScreens as copy } from "@/features/guardians/messages-children";
import { namedChild } from "@/features/guardians/rules";
import type { ChildView } from "@/features/guardians/schema";
import { ChildCurves } from "@/features/results/components/child-curves";
import { ResultsView } from "@/features/results/components/results-view";
import type { MyResultView } from "@/features/results/schema";
import { api } from "@/trpc/client";

type ChildResultsProps = {
  title: string;
  guardianEmail: string;
  found: ChildView[];
  shown: string | undefined;
  results: MyResultView[] | undefined;
};

export function ChildResults({ title, guardianEmail, found, shown, results }: ChildResultsProps) {
  const { results: cache } = api.useUtils();
  return (
    <ChildPage
      title={title}
      found={found}
      lead={(child) => copy.resultsOf(namedChild(child))}
      prepare={({ _id, seesResults }) => seesResults && cache.mine.prefetch({ studentId: _id })}
      hasLetterhead
      body={({ _id, name, seesResults }) =>
        seesResults ? (
          <ResultsView
            key={_id}
            studentName={name}
            studentEmail={guardianEmail}
            childId={_id}
            found={_id === shown ? results : undefined}
            curves={<ChildCurves childId={_id} />}
            readers={<WhoCanSee child={{ _id, name }} />}
          />
        ) : (
          <ResultsClosed name={name} />
        )
      }
    />
  );
}
