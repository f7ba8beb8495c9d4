import type { ReactNode } from "react";
import { FactsProvider } from "@/components/site/facts";
import { shownSite } from "@/http/site";

/** Puts what the browser shows of the institute round the pages that show some. */
export async function KnownFacts({ children }: { children: ReactNode }) {
  const { name, logo, phone, email, street, city, postcode } = (await shownSite()).facts;
  return <FactsProvider of={{ name, logo, phone, email, street, city, postcode }}>{children}</FactsProvider>;
}
