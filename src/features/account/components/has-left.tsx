import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { copy } from "../messages";

/** Shown instead of class contents to a student who is no longer in a class. */
export function HasLeft({ icon }: { icon: ReactNode }) {
  return <EmptyState icon={icon} title={copy.hasLeft} hint={copy.hasLeftHint} />;
}
