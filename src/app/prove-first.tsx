import { PageHeader } from "@/components/site/page-header";
import { AskForCode } from "@/features/guardians/components/child-closed";
import { LazyConfirmFirst } from "@/features/results/components/lazy-confirm-first";
import { confirming } from "@/features/results/messages-confirm";
import { canSeeResults } from "@/features/results/rules";
import { sendsMail } from "@/http/site";
import type { Principal } from "@/lib/principal";

/** True for a guardian who is neither confirmed nor vouched for, and may see nothing about the children (decisions 46, 151). */
export const isUnproven = (principal: Principal) => principal.isGuardian && !canSeeResults(principal);

/** True also for a student who has no address, or one to be confirmed: nothing of a student's own is shown before. */
export const mustProve = (principal: Principal) =>
  isUnproven(principal) || needsCode(principal) || (!canSeeResults(principal) && sendsMail());

/** True for somebody unknown who has no address to confirm. */
export const needsCode = (principal: Principal) => !canSeeResults(principal) && principal.email === null;

/** Shown instead of a page about children, or about a student: how to be proven. */
export function ProveFirstPage({ title, lead, principal }: { title: string; lead?: string; principal: Principal }) {
  const { email, isGuardian } = principal;
  return (
    <div className="page">
      <PageHeader title={title} lead={lead} />
      {email !== null && sendsMail() ? (
        <LazyConfirmFirst email={email} isOfChildren={isGuardian} />
      ) : (
        <AskForCode hint={isGuardian ? undefined : confirming.codeHint} />
      )}
    </div>
  );
}
