import { PageHeader } from "@/components/site/page-header";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/clock";
import { screens as copy } from "../messages-screens";
import { audienceInWords } from "../rules";
import type { NoticeToRead as Found } from "../schema-office";
import { NoticeFiles } from "./notice-files";
import { NoticeText } from "./notice-text";

/** A notice of the office to a class, for its teachers. */
export function NoticeToRead({ found: { title, audience, publishedAt, blocks, files } }: { found: Found }) {
  return (
    <>
      <PageHeader title={title} crumbs={[{ href: "/admin/notices", label: copy.title }]} />
      <Card padding="roomy" className="grid max-w-text grid-cols-1 gap-5">
        <p className="flex flex-wrap items-center gap-x-3 text-ink-soft text-sm">
          {publishedAt && <Moment at={publishedAt} />}
          <span>{audienceInWords(audience)}</span>
        </p>
        <NoticeText blocks={blocks} />
        <NoticeFiles files={files} />
      </Card>
    </>
  );
}
