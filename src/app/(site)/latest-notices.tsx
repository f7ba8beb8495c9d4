import { Megaphone } from "lucide-react";
import { Link } from "@/components/ui/link";
import { shownDateHere } from "@/content/institute";
import { readers as copy } from "@/features/notices/messages-readers";
import { prefetch, publicCaller } from "@/http/page-session";

/** The latest public notices, with links; renders nothing if there are none. */
export async function LatestNotices() {
  const found = await prefetch("home", () => publicCaller().notices.listPublic({ limit: 3 }));
  if (!found || found.items.length === 0) return null;
  return (
    <section aria-labelledby="notices" className="page pb-10 lg:pb-14">
      <div className="grid gap-3 rounded-lg border border-line bg-surface p-5 sm:p-6">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h2 id="notices" className="flex items-center gap-3 text-lg">
            <Megaphone aria-hidden className="size-5 text-accent" />
            {copy.title}
          </h2>
          <Link href="/notices" className="link flex min-h-11 items-center rounded-sm text-sm">
            {copy.all}
          </Link>
        </div>
        <ul className="grid">
          {found.items.map(({ _id, title, publishedAt }) => (
            <li
              key={_id}
              className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-0.5 border-line border-t py-2.5"
            >
              <Link
                href={`/notices#${_id}`}
                dir="auto"
                className="wrap-anywhere min-w-0 rounded-sm font-semibold hover:text-accent hover:underline"
              >
                {title}
              </Link>
              <span className="figures text-ink-soft text-sm">{shownDateHere(publishedAt)}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
