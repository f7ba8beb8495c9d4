import { EyeOff, School } from "lucide-react";
import { EmptyState } from "@/components/ui/empty-state";
import { childScreens as copy } from "../messages-children";

/** Instead of results that the link of a guardian does not show. */
export function ResultsClosed({ name }: { name: string }) {
  return <EmptyState icon={<EyeOff />} title={copy.closed(name)} hint={copy.closedHint} />;
}

/** Instead of what belongs to a class, for a child in none. */
export function NoClass({ name }: { name: string }) {
  return <EmptyState icon={<School />} title={copy.noClass(name)} hint={copy.noClassHint} />;
}
