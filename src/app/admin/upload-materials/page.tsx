import type { Metadata } from "next";
import dynamic from "next/dynamic";
import { PageHeader } from "@/components/site/page-header";
import { Card } from "@/components/ui/card";
import { Link } from "@/components/ui/link";
import { env } from "@/env";
import { createCaller } from "@/features";
import { LatestUploads } from "@/features/materials/components/latest-uploads";
import { latestUploads } from "@/features/materials/rules-office";
import { prefetch, requireRole } from "@/http/page-session";

// Loaded lazily, because only this page needs UploadThing's client.
const UploadForm = dynamic(() => import("@/features/materials/components/upload-form").then((file) => file.UploadForm));

export const metadata: Metadata = { title: "Upload Materials" };

export default async function UploadMaterialsPage() {
  const principal = await requireRole("admin", "/admin/upload-materials");
  const { materials } = createCaller({ principal });
  const latest = await prefetch("admin/upload-materials", () => materials.list(latestUploads));
  return (
    <div className="page">
      <PageHeader
        title="Upload Study Material"
        lead={
          <>
            It appears under Study Materials straight away. Several files at once:{" "}
            <Link href="/admin/materials" className="link">
              Materials
            </Link>
            .
          </>
        }
      />
      <div className="flex flex-col gap-6 xl:flex-row xl:items-start">
        <Card padding="roomy" className="grow max-xl:max-w-text">
          <UploadForm maxMegabytes={env().MAX_UPLOAD_MB} />
        </Card>
        <LatestUploads found={latest} />
      </div>
    </div>
  );
}
