import { Images } from "lucide-react";
import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { EmptyState } from "@/components/ui/empty-state";
import { shownSite } from "@/http/site";
import { Gallery } from "./gallery";

/** A part of a sentence: " in fifteen pictures"; nothing for none. */
function inPictures(count: number): string {
  if (count === 0) return "";
  return count === 1 ? " in one picture" : ` in ${count === 15 ? "fifteen" : count} pictures`;
}

export async function generateMetadata(): Promise<Metadata> {
  const { facts, gallery } = await shownSite();
  return {
    title: "Student Gallery",
    description: `A year at ${facts.name}${inPictures(gallery.length)}: lessons, projects, games and festivals.`,
  };
}

export default async function BlogPage() {
  const { gallery } = await shownSite();
  return (
    <div className="page pb-16 sm:pb-24">
      <PageHeader
        title="Student Gallery"
        lead={`A year${inPictures(gallery.length)}: what happens between the bell in the morning and the lamps in the evening.`}
      />
      {gallery.length > 0 ? (
        <Gallery pictures={gallery} />
      ) : (
        <EmptyState icon={<Images />} title="No pictures yet" hint="Pictures of the year will be shown here." />
      )}
    </div>
  );
}
