import { Pin } from "lucide-react";
import { Card } from "@/components/ui/card";
import { Moment } from "@/components/ui/clock";
import { readers as copy } from "../messages-readers";
import type { PublicNoticeView } from "../schema";
import { NoticeFiles } from "./notice-files";
import { NoticeText } from "./notice-text";

/** Public notices, each with its own anchor. */
export function PublicNotices({ notices }: { notices: readonly PublicNoticeView[] }) {
  return (
    <ul className="grid grid-cols-1 gap-5">
      {notices.map((notice) => (
        <Card
          as="li"
          key={notice._id}
          id={notice._id}
          className="grid scroll-mt-24 grid-cols-1 gap-3 target:border-accent"
        >
          <div className="grid gap-1">
            <p className="flex flex-wrap items-center gap-x-3 text-ink-soft text-sm">
              {notice.pinned && (
                <span className="flex items-center gap-1 font-semibold text-accent">
                  <Pin aria-hidden className="size-4" />
                  {copy.pinned}
                </span>
              )}
              <Moment at={notice.publishedAt} />
              {notice.changedAt && (
                <span>
                  {copy.changed} <Moment at={notice.changedAt} />
                </span>
              )}
            </p>
            <h2 dir="auto" className="wrap-anywhere text-xl">
              {notice.title}
            </h2>
          </div>
          <NoticeText blocks={notice.blocks} />
          <NoticeFiles files={notice.files} />
        </Card>
      ))}
    </ul>
  );
}
