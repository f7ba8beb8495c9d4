import { Paperclip } from "lucide-react";
import { readers as copy } from "../messages-readers";

type NoticeFilesProps = { files: readonly { name: string; href: string; size: number }[] };

/** The files of a notice; renders nothing for none. */
export function NoticeFiles({ files }: NoticeFilesProps) {
  if (files.length === 0) return null;
  return (
    <ul aria-label={copy.files} className="flex flex-wrap gap-2">
      {files.map(({ name, href, size }) => (
        <li key={href} className="min-w-0">
          <a
            href={href}
            target="_blank"
            rel="noopener"
            className="flex min-h-11 items-center gap-2 rounded-md bg-sunken px-3 py-1.5 text-sm hover:text-accent hover:underline dense:min-h-8"
          >
            <Paperclip aria-hidden className="size-4 shrink-0 text-ink-soft" />
            <span className="wrap-anywhere min-w-0">{name}</span>
            <span className="figures shrink-0 text-ink-soft text-xs">
              {copy.kilobytes(Math.max(1, Math.round(size / 1024)))}
            </span>
          </a>
        </li>
      ))}
    </ul>
  );
}
