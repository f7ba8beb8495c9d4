import type { SiteFacts, SitePicture } from "@/lib/site-content";
import { Link } from "../ui/link";

type LogoProps = { of: Pick<SiteFacts, "name" | "logo"> };

/** The institute's logo, otherwise the default one, and the name. */
export function Logo({ of: { name, logo } }: LogoProps) {
  return (
    <span className="inline-flex min-w-0 items-center gap-2.5">
      {logo ? <OwnMark {...logo} /> : <Mark />}
      <span className="min-w-0 font-bold text-ink text-xl">{name}</span>
    </span>
  );
}

/** The logo as a link to the home page. */
export function HomeLink({ of }: LogoProps) {
  return (
    <Link href="/" aria-label={`${of.name}, home`} className="inline-flex min-w-0 rounded-sm py-1">
      <Logo of={of} />
    </Link>
  );
}

// Most logos are made for a white background. The name follows as text.
const OwnMark = ({ src, width, height }: SitePicture) => (
  // biome-ignore lint/performance/noImgElement: it has the size it needs
  <img
    src={src}
    alt=""
    width={width}
    height={height}
    className="h-9 w-auto max-w-36 shrink-0 object-contain dark:rounded-sm dark:bg-white dark:p-0.5"
  />
);

const Mark = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true" className="size-9 shrink-0">
    <path className="fill-accent" d="M3 31V15C3 8 9 4.5 16 1c7 3.5 13 7 13 14v16z" />
    <circle className="fill-on-accent" cx="16" cy="11.5" r="2.6" />
    <path
      className="fill-on-accent"
      d="M15 26.2c-2.4-1.6-5-2.2-8-2.2v-7.6c3 0 5.8.7 8 2.4zM17 26.2c2.4-1.6 5-2.2 8-2.2v-7.6c-3 0-5.8.7-8 2.4z"
    />
  </svg>
);
