import type { Metadata } from "next";
import { PolicyPage } from "@/components/site/policy-page";
import { policyOf, privacy } from "@/content/policies";
import { shownSite } from "@/http/site";

export async function generateMetadata(): Promise<Metadata> {
  const { title, lead } = policyOf(privacy, (await shownSite()).facts);
  return { title, description: lead };
}

export default async function PrivacyPage() {
  return <PolicyPage policy={policyOf(privacy, (await shownSite()).facts)} />;
}
