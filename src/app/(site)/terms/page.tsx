import type { Metadata } from "next";
import { PolicyPage } from "@/components/site/policy-page";
import { policyOf } from "@/content/policies";
import { terms } from "@/content/terms";
import { shownSite } from "@/http/site";

export async function generateMetadata(): Promise<Metadata> {
  const { title, lead } = policyOf(terms, (await shownSite()).facts);
  return { title, description: lead };
}

export default async function TermsPage() {
  const { facts } = await shownSite();
  return <PolicyPage policy={policyOf(terms, facts)} facts={facts} />;
}
