import type { ReactNode } from "react";
import { EmptyState } from "@/components/ui/empty-state";
import { copy } from "../messages";

/** Instead of what follows the class of a student who is not in one any more. */
export function HasLeft({ icon }: { icon: ReactNode }) {
  return <EmptyState icon={icon} title={copy.hasLeft} hint={copy.hasLeftHint} />;
}
