import type { Metadata } from "next";
import { PolicyPage } from "@/components/site/policy-page";
import { privacy } from "@/content/policies";

export const metadata: Metadata = { title: privacy.title, description: privacy.lead };

export default function PrivacyPage() {
  return <PolicyPage policy={privacy} />;
}
