import type { Metadata } from "next";
import { PageHeader } from "@/components/site/page-header";
import { gallery, institute } from "@/content/institute";
import { Gallery } from "./gallery";

export const metadata: Metadata = {
  title: "Student Gallery",
  description: `A year at ${institute.name} in ${gallery.length} pictures: lessons, projects, games and festivals.`,
};

export default function BlogPage() {
  return (
    <div className="page pb-16 sm:pb-24">
      <PageHeader
        title="Student Gallery"
        lead="A year in fifteen pictures: what happens between the bell in the morning and the lamps in the evening."
      />
      <Gallery pictures={gallery} />
    </div>
  );
}
