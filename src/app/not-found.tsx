import type { Metadata } from "next";
import { Logo } from "@/components/site/logo";
import { ButtonLink } from "@/components/ui/button-link";
import { failures } from "@/content/failures";
import { shownSite } from "@/http/site";

export const metadata: Metadata = { title: failures.missingTitle, robots: { index: false } };

// Next sends this with every page, so it is small.
export default async function NotFoundPage() {
  const { facts } = await shownSite();
  return (
    <main id="content" className="page grid min-h-dvh place-content-center justify-items-start gap-6 py-16">
      <Logo of={facts} />
      <h1 className="text-3xl">{failures.missingTitle}</h1>
      <p className="text-ink-soft text-lg">{failures.missingText}</p>
      <ButtonLink href="/">{failures.home}</ButtonLink>
    </main>
  );
}
