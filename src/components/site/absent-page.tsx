import type { ReactNode } from "react";
import { ButtonLink } from "../ui/button-link";
import { EmptyState } from "../ui/empty-state";
import { PageHeader } from "./page-header";

type AbsentPageProps = {
  /** The title of the list or page that an existing one would have. */
  title: string;
  icon: ReactNode;
  words: { notFound: string; notFoundHint: string; back: string };
  href: string;
};

/** Instead of something that does not exist or may not be seen, with a link to where the others are. */
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
