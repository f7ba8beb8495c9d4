"use client";

import { clsx } from "clsx";
import { UserX } from "lucide-react";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useEffect, useEffectEvent } from "react";
import { PageHeader } from "@/components/site/page-header";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { api } from "@/trpc/client";
import { childScreens as copy } from "../messages-children";
import type { ChildView } from "../schema";
import { LazyChildSwitch } from "./lazy-child-switch";

type ChildPageProps = {
  title: string;
  found: ChildView[];
  lead: (child: ChildView) => string;
  /** Prefetches the data of a child before the child is selected. */
  prepare: (child: ChildView) => unknown;
  body: (child: ChildView) => ReactNode;
  /** The body prints a letterhead in place of the header. */
  hasLetterhead?: boolean;
};

/** A page about the child in the URL; the other children are prefetched when the browser is idle. A choice is announced. */
export function ChildPage({ title, found, lead, prepare, body, hasLetterhead = false }: ChildPageProps) {
  const { data: children } = api.guardians.children.useQuery(undefined, { initialData: found });
  const chosen = useSearchParams().get("child");
  const child = children.find(({ _id }) => _id === chosen);

  // Skips what is cached.
  const prepareOne = useEffectEvent((other: ChildView) => prepare(other));
  useEffect(() => {
    const others = children.filter(({ _id }) => _id !== chosen);
    return whenIdle(() => others.forEach((other) => void prepareOne(other)));
  }, [children, chosen]);

  return (
    <div className="page print:p-0">
      <div className={clsx(hasLetterhead && "print:hidden")}>
        <PageHeader title={title} lead={child && <span role="status">{lead(child)}</span>} />
      </div>
      {children.length > 1 && <LazyChildSwitch found={children} showsPlace={false} isRow />}
      {child ? body(child) : <ChildGone />}
    </div>
  );
}

/** Shown for a child that is not linked to the guardian, or no longer. */
function ChildGone() {
  return (
    <EmptyState
      icon={<UserX />}
      title={copy.gone}
      hint={copy.goneHint}
      action={<ButtonLink href="/user/today">{copy.toAll}</ButtonLink>}
    />
  );
}

/** Runs `work` when the browser is idle. Returns a function to cancel it. */
function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (!("requestIdleCallback" in window)) {
    const timer = setTimeout(work, 500);
    return () => clearTimeout(timer);
  }
  const asked = requestIdleCallback(work, { timeout: 2000 });
  return () => cancelIdleCallback(asked);
}
