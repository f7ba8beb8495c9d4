import type { ReactNode } from "react";
import { FactsProvider } from "@/components/site/facts";
import { shownSite } from "@/http/site";

/** Provides the institute's facts to pages that show them in the browser. */
export async function KnownFacts({ children }: { children: ReactNode }) {
  const { name, logo, phone, email, street, city, postcode, toBring } = (await shownSite()).facts;
  const known = { name, logo, phone, email, street, city, postcode, toBring };
  return <FactsProvider of={known}>{children}</FactsProvider>;
}
