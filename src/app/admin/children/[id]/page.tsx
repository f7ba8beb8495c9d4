import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { PageHeader } from "@/components/site/page-header";
import { createCaller } from "@/features";
import { ResultsClosed } from "@/features/guardians/components/child-closed";
import { WhoCanSee } from "@/features/guardians/components/who-can-see";
import { childScreens as copy } from "@/features/guardians/messages-children";
import { namedChild } from "@/features/guardians/rules";
import { CardsView } from "@/features/report-cards/components/cards-view";
import { cardScreens } from "@/features/report-cards/messages-cards";
import { ChildCurves } from "@/features/results/components/child-curves";
import { ResultsView } from "@/features/results/components/results-view";
import { prefetch, requireRole } from "@/http/page-session";
import { isUnproven, ProveFirstPage } from "../../../prove-first";

export const metadata: Metadata = { title: copy.title };

/** The results of a child, for a staff member who is the child's guardian. */
export default async function OwnChildPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const principal = await requireRole("admin", `/admin/children/${id}`);
  if (isUnproven(principal)) return <ProveFirstPage title={copy.title} principal={principal} />;
  const caller = createCaller({ principal });
  const child = (await caller.guardians.children()).find(({ _id }) => _id === id);
  if (!child) redirect("/admin/children");
  const { _id, name, seesResults } = child;
  const [found, cards] = seesResults
    ? await Promise.all([
        prefetch("child", () => caller.results.mine({ studentId: _id })),
        prefetch("report-cards", () => caller.reportCards.cards({ studentId: _id })),
      ])
    : [];
  return (
    <div className="page print:p-0">
      <div className="print:hidden">
        <PageHeader
          title={copy.resultsOf(namedChild(child))}
          crumbs={[{ href: "/admin/children", label: copy.title }]}
        />
      </div>
      {seesResults ? (
        <div className="grid grid-cols-1 gap-12">
          <ResultsView
            studentName={name}
            studentEmail={principal.email ?? ""}
            childId={_id}
            found={found}
            curves={<ChildCurves childId={_id} />}
          />
          <section aria-labelledby="report-cards" className="grid grid-cols-1 gap-4 print:hidden">
            <h2 id="report-cards" className="text-lg">
              {cardScreens.title}
            </h2>
            <CardsView childId={_id} found={cards} isPart />
          </section>
          <WhoCanSee child={{ _id, name }} />
        </div>
      ) : (
        <ResultsClosed name={name} />
      )}
    </div>
  );
}
