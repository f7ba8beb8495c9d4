import type { Metadata } from "next";
import type { SearchParams } from "@/app/search-params";
import { PageHeader } from "@/components/site/page-header";
import { WhoCanSee } from "@/features/guardians/components/who-can-see";
import { ResultsView } from "@/features/results/components/results-view";
import { SubjectCurves } from "@/features/results/components/subject-curves";
import { copy } from "@/features/results/messages";
import { FirstResult } from "@/features/today/components/first-result";
import { prefetch } from "@/http/page-session";
import { isUnproven, needsCode, ProveFirstPage } from "../../prove-first";
import { leadToFirst, openFor } from "../family";
import { LazyChildResults } from "./lazy-child-results";

export const metadata: Metadata = { title: copy.title };

const path = "/user/results";

export default async function ResultsPage({ searchParams }: { searchParams: SearchParams }) {
  const opened = await openFor(path, searchParams);
  const { principal, caller, children, asked, child } = opened;
  const { name, email } = principal;
  if (isUnproven(principal) || needsCode(principal))
    return <ProveFirstPage title={copy.welcome(name)} principal={principal} />;
  const of = child?.seesResults ? { studentId: child._id } : undefined;
  const isOwn = asked === undefined;
  const found = isOwn || of ? await prefetch("results", () => caller.results.mine(of)) : undefined;
  if (isOwn && found?.length === 0) await leadToFirst(path, opened);
  if (!isOwn) {
    return (
      <LazyChildResults
        title={copy.welcome(name)}
        guardianEmail={email ?? ""}
        found={children}
        shown={child?._id}
        results={found}
      />
    );
  }
  const halves = found && found.length > 1 ? await prefetch("results", () => caller.results.halves()) : undefined;
  const isEmpty = found?.length === 0;
  const awaitsFirst = isEmpty && (await caller.account.get()).onRoster;
  const curves = found && <SubjectCurves results={found} halves={halves ?? []} />;
  return (
    <div className="page print:p-0">
      <div className="print:hidden">
        <PageHeader title={copy.welcome(name)} lead={copy.title} />
      </div>
      <ResultsView
        studentName={name}
        studentEmail={email ?? ""}
        found={found}
        curves={curves}
        readers={found && !isEmpty && <WhoCanSee />}
      />
      {isEmpty && <FirstResult />}
      {awaitsFirst && (
        <div className="mt-12">
          <WhoCanSee />
        </div>
      )}
    </div>
  );
}
