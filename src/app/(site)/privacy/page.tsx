import type { Metadata } from "next";
import { PolicyPage } from "@/components/site/policy-page";
import { policyOf, privacy } from "@/content/policies";
import { shownSite } from "@/http/site";

export async function generateMetadata(): Promise<Metadata> {
  const { title, lead } = policyOf(privacy, (await shownSite()).facts);
  return { title, description: lead };
}

export default async function PrivacyPage() {
  const { facts } = await shownSite();
  return <PolicyPage folds policy={policyOf(privacy, facts)} facts={facts} />;
}
