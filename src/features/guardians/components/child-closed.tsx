import { EyeOff, KeyRound, School } from "lucide-react";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { childScreens as copy } from "../messages-children";

/** Shown instead of results that a guardian may not see. */
export function ResultsClosed({ name }: { name: string }) {
  return <EmptyState icon={<EyeOff />} title={copy.closed(name)} hint={copy.closedHint} />;
}

/** Shown instead of class contents, for a child without a class. */
export function NoClass({ name }: { name: string }) {
  return <EmptyState icon={<School />} title={copy.noClass(name)} hint={copy.noClassHint} />;
}

/** Shown instead of pages about a child to a guardian for whom the office has yet to vouch. */
export function AskForCode() {
  const action = <ButtonLink href="/join">{copy.proveBy}</ButtonLink>;
  return <EmptyState icon={<KeyRound />} title={copy.proveTitle} hint={copy.proveHint} action={action} />;
}
