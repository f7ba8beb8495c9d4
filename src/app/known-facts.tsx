import type { ReactNode } from "react";
import { FactsProvider } from "@/components/site/facts";
import { shownSite } from "@/http/site";

/** Provides the institute's facts to pages that show them in the browser. */
export async function KnownFacts({ children }: { children: ReactNode }) {
  const { name, logo, phone, email, street, city, postcode } = (await shownSite()).facts;
  return <FactsProvider of={{ name, logo, phone, email, street, city, postcode }}>{children}</FactsProvider>;
}
