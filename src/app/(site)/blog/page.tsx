import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { shownSite } from "@/http/site";
import { Gallery } from "./gallery";

export async function generateMetadata(): Promise<Metadata> {
  const { facts, gallery } = await shownSite();
  return {
    title: "Student Gallery",
    description: `A year at ${facts.name} in ${gallery.length} pictures: lessons, projects, games and festivals.`,
  };
}

export default async function BlogPage() {
  const { gallery } = await shownSite();
  return (
    <div className="page pb-16 sm:pb-24">
      <PageHeader
        title="Student Gallery"
        lead={`A year in ${gallery.length === 15 ? "fifteen" : gallery.length} pictures: what happens between the bell in the morning and the lamps in the evening.`}
      />
      <Gallery pictures={gallery} />
    </div>
  );
}
