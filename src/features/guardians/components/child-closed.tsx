import { EyeOff, KeyRound, School } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { shownDate } from "@/lib/dates";
import { childScreens as copy } from "../messages-children";
import type { ChildView } from "../schema";

/** Shown instead of results that a guardian may not see. */
export function ResultsClosed({ name }: { name: string }) {
  return <EmptyState icon={<EyeOff />} title={copy.closed(name)} hint={copy.closedHint} />;
}

/** Shown instead of class contents, for a child without a class. */
export function NoClass({ child }: { child: ChildView }) {
  const { name, coming } = child;
  const title = coming
    ? copy.comes(name, copy.place(coming.className, coming.section), shownDate(coming.fromDay))
    : copy.noClass(name);
  return <EmptyState icon={<School />} title={title} hint={copy.noClassHint} />;
}

/** Shown in place of pages about a child or a student, to a reader whose identity the office has not confirmed yet. */
export function AskForCode({ hint = copy.proveHint }: { hint?: string | undefined }) {
  const action = <ButtonLink href="/join">{copy.proveBy}</ButtonLink>;
  return <EmptyState icon={<KeyRound />} title={copy.proveTitle} hint={hint} action={action} />;
}
