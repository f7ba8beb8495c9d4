import { Lock } from "lucide-react";
import { PageHeader } from "@/components/site/page-header";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import type { Right } from "@/lib/may";
import { copy } from "../messages";

type NotOpenProps = {
  page: { label: string; right: Right } | undefined;
  first: { href: string; label: string };
};

/** Explains that a page is not open to a member of staff and to whom it is open, with a link to an open page. */
export function NotOpen({ page, first }: NotOpenProps) {
  return (
    <>
      <PageHeader title={page?.label ?? copy.notOpen} />
      <EmptyState
        icon={<Lock />}
        title={copy.notOpen}
        hint={`${page ? copy.openTo[page.right] : ""} ${copy.notOpenHint}`.trim()}
        action={<ButtonLink href={first.href}>{copy.goTo(first.label)}</ButtonLink>}
      />
    </>
  );
}
