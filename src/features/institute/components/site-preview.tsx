"use client";

import { ExternalLink } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Field } from "@/components/ui/field";
import { Segmented } from "@/components/ui/segmented";
import { Select } from "@/components/ui/select";
import { previewPath } from "@/lib/site-pictures";
import { screens as copy } from "../messages-screens";

const pages = [
  { path: "/", label: "Home" },
  { path: "/about", label: "About" },
  { path: "/services", label: "Services" },
  { path: "/story", label: "Our story" },
  { path: "/blog", label: "Gallery" },
  { path: "/careers", label: "Careers" },
  { path: "/contact", label: "Contact" },
  { path: "/privacy", label: "Privacy" },
  { path: "/terms", label: "Terms" },
];

const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 780 } } as const;

const addressOf = (path: string) => (path === "/" ? previewPath : previewPath + path);

type SitePreviewProps = {
  /** The page that is shown first. */
  path?: string;
  /** The number of the draft; a change reloads the preview. */
  version: number | null;
};

/** A preview of the draft's public pages, on a desktop and on a phone. */
export function SitePreview({ path = "/", version }: SitePreviewProps) {
  const room = useRef<HTMLDivElement>(null);
  const [page, setPage] = useState(pages.some((one) => one.path === path) ? path : "/");
  const [size, setSize] = useState<keyof typeof sizes>("desktop");
  const [width, setWidth] = useState(0);
  const [loaded, setLoaded] = useState("");
  const shown = `${page} ${version} ${size}`;
  // On a phone, the preview starts in the phone size.
  const [first, setFirst] = useState<keyof typeof sizes>("desktop");
  useEffect(() => {
    if (!room.current) return;
    if (room.current.clientWidth < sizes.phone.width) {
      setFirst("phone");
      setSize("phone");
    }
    const watch = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    watch.observe(room.current);
    return () => watch.disconnect();
  }, []);
  const of = sizes[size];
  const scale = Math.min(1, width / of.width);
  const label = pages.find((one) => one.path === page)?.label ?? "";
  return (
    <section aria-label={copy.preview} className="grid min-w-0 grid-cols-1 content-start gap-3">
      <div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
        <h2 className="text-lg">{copy.preview}</h2>
        <p className="text-ink-soft text-sm">{copy.previewLead}</p>
      </div>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <div className="min-w-40 grow sm:max-w-form">
          <Field label={copy.previewPage}>
            {(control) => (
              <Select {...control} value={page} onChange={({ currentTarget }) => setPage(currentTarget.value)}>
                {pages.map((one) => (
                  <option key={one.path} value={one.path}>
                    {one.label}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Segmented
          key={first}
          label={copy.previewSize}
          name="previewSize"
          options={[
            { value: "desktop", label: copy.desktop },
            { value: "phone", label: copy.phone },
          ]}
          defaultValue={first}
          onChoose={setSize}
        />
      </div>
      <div ref={room} className="overflow-hidden rounded-lg border border-line bg-sunken">
        {width > 0 && (
          <div
            aria-busy={loaded !== shown}
            className="mx-auto aria-busy:animate-breathe"
            style={{ width: of.width * scale, height: of.height * scale }}
          >
            <iframe
              // Reload the frame, because the visitor may have followed a link in it.
              key={shown}
              onLoad={() => setLoaded(shown)}
              title={copy.previewOf(label)}
              src={addressOf(page)}
              sandbox="allow-same-origin"
              width={of.width}
              height={of.height}
              className="origin-top-left bg-paper"
              style={{ transform: `scale(${scale})` }}
            />
          </div>
        )}
      </div>
      <p className="text-sm">
        <a href={addressOf(page)} target="_blank" rel="noreferrer" className="link inline-flex items-center gap-1.5">
          {copy.previewOpen}
          <ExternalLink aria-hidden className="size-4" />
        </a>
      </p>
    </section>
  );
}
