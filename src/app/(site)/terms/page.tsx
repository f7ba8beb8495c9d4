import type { Metadata } from "next";
import { PolicyPage } from "@/components/site/policy-page";
import { terms } from "@/content/policies";

export const metadata: Metadata = { title: terms.title, description: terms.lead };

export default function TermsPage() {
  return <PolicyPage policy={terms} />;
}
