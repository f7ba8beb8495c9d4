/** A picture of the site: an address on it, and the size it is shown at. */
export type SitePicture = { src: string; width: number; height: number };
export type DescribedPicture = SitePicture & { alt: string };
export type SiteLink = { label: string; href: string };
export type Statistic = { value: string; label: string; hidden: boolean };
export type TitledText = { title: string; text: string };
export type TeamMember = { name: string; role: string; portrait: SitePicture | null; links: SiteLink[] };
export type Course = TitledText & { classes: string; timings: string; fees: string };
export type Opening = TitledText & { kind: string };

/** Name, addresses, hours, and what families bring to a visit. */
export type SiteFacts = {
  name: string;
  /** Null shows the logo of the product. */
  logo: SitePicture | null;
  tagline: string;
  description: string;
  founded: number;
  street: string;
  city: string;
  state: string;
  postcode: string;
  country: string;
  mapLink: string;
  email: string;
  partnershipsEmail: string;
  phone: string;
  workingHours: string;
  workingDays: string;
  links: SiteLink[];
  toBring: string[];
};

/** The content of the public site, by page. Texts are plain; an empty one is not shown. */
export type SiteContent = {
  facts: SiteFacts;
  home: { statistics: Statistic[]; advantages: TitledText[] };
  about: { paragraphs: string[]; mission: string; vision: string; values: TitledText[] };
  story: {
    founder: string;
    role: string;
    portrait: SitePicture | null;
    portraitAlt: string;
    lead: string;
    paragraphs: string[];
    quote: string;
    closing: string[];
    milestones: { year: string; text: string }[];
  };
  team: TeamMember[];
  gallery: DescribedPicture[];
  courses: Course[];
  careers: { openings: Opening[]; promises: TitledText[]; hiring: TitledText[] };
};

export type SiteSection = keyof SiteContent;

/** The parts of the site, in the order of its pages. */
export const siteSections = [
  "facts",
  "home",
  "about",
  "story",
  "team",
  "gallery",
  "courses",
  "careers",
] as const satisfies readonly SiteSection[];

/** The statistics that are shown, with the years since the founding in place of `{years}`. */
export function statisticsAt(all: readonly Statistic[], years: number): { value: string; label: string }[] {
  return all.flatMap(({ value, label, hidden }) =>
    hidden ? [] : [{ value: value.replaceAll("{years}", String(years)), label }],
  );
}

/** The last line of an address: `Nagpur 440010, Maharashtra`; many countries have no states in it. */
export const placeLine = ({ city, postcode, state }: Pick<SiteFacts, "city" | "postcode" | "state">): string =>
  [`${city} ${postcode}`, state].filter(Boolean).join(", ");
