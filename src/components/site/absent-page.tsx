import type { ReactNode } from "react";
import { ButtonLink } from "../ui/button-link";
import { EmptyState } from "../ui/empty-state";
import { PageHeader } from "./page-header";

type AbsentPageProps = {
  /** The title that the page of an existing item would have. */
  title: string;
  icon: ReactNode;
  words: { notFound: string; notFoundHint: string; back: string };
  href: string;
};

/** Shown instead of an item that does not exist or may not be seen, with a link to the list of the others. */
export function AbsentPage({ title, icon, words, href }: AbsentPageProps) {
  return (
    <>
      <PageHeader title={title} />
      <EmptyState
        icon={icon}
        title={words.notFound}
        hint={words.notFoundHint}
        action={<ButtonLink href={href}>{words.back}</ButtonLink>}
      />
    </>
  );
}
