import { PageHeader } from "@/components/site/page-header";
import { AskForCode } from "@/features/guardians/components/child-closed";
import { LazyConfirmFirst } from "@/features/results/components/lazy-confirm-first";
import { confirming } from "@/features/results/messages-confirm";
import { canSeeResults } from "@/features/results/rules";
import { sendsMail } from "@/http/site";
import type { Principal } from "@/lib/principal";

/** True for a guardian who is neither confirmed nor vouched for, and may see nothing about the children (decisions 46, 151). */
export const isUnproven = (principal: Principal) => principal.isGuardian && !canSeeResults(principal);

/** Also true for a student without an address, or with an unconfirmed one, who sees no data of their own until then. */
export const mustProve = (principal: Principal) =>
  isUnproven(principal) || needsCode(principal) || (!canSeeResults(principal) && sendsMail());

/** True for an unproven person who has no address to confirm. */
export const needsCode = (principal: Principal) => !canSeeResults(principal) && principal.email === null;

/** Shown instead of a page about children or a student: how to prove who you are. */
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
