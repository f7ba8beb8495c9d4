import type { SiteSection } from "@/lib/site-content";
import type { PictureKind } from "./schema-pictures";

/** A field of a form; `name` is its key in the section or item. */
export type FieldSpec = {
  name: string;
  label: string;
  hint?: string;
  /** Several lines. */
  lines?: true;
  optional?: true;
  kind?: "number" | "email" | "ticked" | "links" | "picture";
  /** For a picture: where it is used. */
  place?: PictureKind;
  /** URL and size of the picture are fields of the item itself. */
  spread?: true;
};

/**
 * A list in a section. `name` is empty if the section itself is the list; a single field without a name makes a list of
 * texts.
 */
export type ListSpec = { name: string; title: string; one: string; fields: readonly FieldSpec[] };

export type SectionSpec = {
  title: string;
  lead: string;
  /** The page that shows it. */
  path: string;
  fields: readonly FieldSpec[];
  lists: readonly ListSpec[];
};

const titled = [
  { name: "title", label: "Title" },
  { name: "text", label: "Text", lines: true },
] as const;

const links = { name: "links", label: "Links", kind: "links", optional: true } as const;
const linksHint = "One in a line: a name, a space, the address. For example: LinkedIn https://www.linkedin.com/in/name";
const paragraph = [{ name: "", label: "Paragraph", lines: true }] as const;

/** The only list of a section that has nothing else. */
const only = (title: string, one: string, fields: ListSpec["fields"]): Pick<SectionSpec, "fields" | "lists"> => ({
  fields: [],
  lists: [{ name: "", title, one, fields }],
});

const forThoseWhoCannotSee = "In a sentence, for those who cannot see it.";

/** The forms of the sections of the site. */
export const sectionForms: Record<SiteSection, SectionSpec> = {
  facts: {
    title: "Name, address and hours",
    lead: "Head and foot of every page, Contact, emails, letters, report cards and calendars, and what families bring to a visit.",
    path: "/contact",
    fields: [
      { name: "name", label: "Name" },
      {
        name: "logo",
        label: "Logo",
        kind: "picture",
        place: "logo",
        optional: true,
        hint: "Beside the name, on white paper where the page is dark. A PNG or JPEG of 300 pixels or more in height is best.",
      },
      { name: "tagline", label: "Motto", hint: "The first words of the home page." },
      { name: "description", label: "In two sentences", lines: true, hint: "For About and for search engines." },
      { name: "founded", label: "Founded in", kind: "number" },
      { name: "street", label: "Street and number" },
      { name: "city", label: "City" },
      { name: "state", label: "State", optional: true },
      { name: "postcode", label: "Postcode" },
      { name: "country", label: "Country" },
      { name: "mapLink", label: "Link to a map", optional: true, hint: "Starts with https://" },
      { name: "phone", label: "Phone" },
      { name: "email", label: "Email", kind: "email" },
      { name: "partnershipsEmail", label: "Email for partnerships", kind: "email" },
      {
        name: "workingDays",
        label: "Working days",
        hint: "As visitors read them: Monday to Saturday. Due dates follow the days in Settings.",
      },
      {
        name: "workingHours",
        label: "Working hours",
        hint: "As visitors read them: 10:00 am to 6:00 pm. Due dates follow the hours in Settings.",
      },
      { ...links, label: "Social links", hint: linksHint },
    ],
    lists: [
      {
        name: "toBring",
        title: "To bring to a visit",
        one: "Item",
        fields: [{ name: "", label: "What to bring", hint: "It follows “Please bring”: the last report card." }],
      },
    ],
  },
  home: {
    title: "Home page",
    lead: "The numbers below the picture, and what sets you apart.",
    path: "/",
    fields: [],
    lists: [
      {
        name: "statistics",
        title: "Numbers",
        one: "Number",
        fields: [
          { name: "value", label: "Number", hint: "{years} stands for the years since the founding." },
          { name: "label", label: "Of what" },
          { name: "hidden", label: "Do not show it", kind: "ticked" },
        ],
      },
      { name: "advantages", title: "What is different here", one: "Habit", fields: titled },
    ],
  },
  about: {
    title: "About",
    lead: "Mission, vision and core values.",
    path: "/about",
    fields: [
      { name: "mission", label: "Mission", lines: true },
      { name: "vision", label: "Vision", lines: true },
    ],
    lists: [
      { name: "paragraphs", title: "Below the description", one: "Paragraph", fields: paragraph },
      { name: "values", title: "Core values", one: "Value", fields: titled },
    ],
  },
  story: {
    title: "Our story",
    lead: "How it began, in the founder's words.",
    path: "/story",
    fields: [
      { name: "founder", label: "Founder" },
      { name: "role", label: "Role" },
      { name: "portrait", label: "Picture", kind: "picture", place: "story", optional: true },
      { name: "portraitAlt", label: "What the picture shows", optional: true, hint: forThoseWhoCannotSee },
      { name: "lead", label: "First sentence", lines: true },
      { name: "quote", label: "In large letters", lines: true },
    ],
    lists: [
      { name: "paragraphs", title: "The story", one: "Paragraph", fields: paragraph },
      { name: "closing", title: "After the large letters", one: "Paragraph", fields: paragraph },
      {
        name: "milestones",
        title: "Year by year",
        one: "Year",
        fields: [
          { name: "year", label: "Year" },
          { name: "text", label: "What happened", lines: true },
        ],
      },
    ],
  },
  team: {
    title: "Team",
    lead: "Who teaches, on the home page.",
    path: "/",
    ...only("Team", "Person", [
      { name: "name", label: "Name" },
      { name: "role", label: "Subject or role" },
      { ...{ name: "portrait", label: "Portrait", kind: "picture", place: "portrait", optional: true } },
      { ...links, hint: linksHint },
    ]),
  },
  gallery: {
    title: "Gallery",
    lead: "Pictures of the year, on a page of their own.",
    path: "/blog",
    ...only("Gallery", "Picture", [
      { name: "src", label: "Picture", kind: "picture", place: "gallery", spread: true },
      { name: "alt", label: "What the picture shows", hint: forThoseWhoCannotSee },
    ]),
  },
  courses: {
    title: "Courses",
    lead: "What is taught, below the admission form.",
    path: "/services",
    ...only("Courses", "Course", [
      { name: "title", label: "Name" },
      { name: "classes", label: "Classes", hint: "As visitors read them: Classes 6 to 8." },
      { name: "text", label: "What is taught", lines: true },
      { name: "timings", label: "Timings", optional: true, hint: "For example: Monday to Friday, 4 to 6 pm." },
      { name: "fees", label: "Fees", optional: true, hint: "For example: ₹2,400 a month." },
    ]),
  },
  careers: {
    title: "Careers",
    lead: "Open positions, what you promise, and how to apply.",
    path: "/careers",
    fields: [],
    lists: [
      {
        name: "openings",
        title: "Open positions",
        one: "Position",
        fields: [
          { name: "title", label: "Position" },
          { name: "kind", label: "Full time, part time" },
          { name: "text", label: "Whom you look for", lines: true },
        ],
      },
      { name: "promises", title: "What you can count on", one: "Promise", fields: titled },
      { name: "hiring", title: "How it goes", one: "Step", fields: titled },
    ],
  },
};

export const isSection = (name: string): name is SiteSection => Object.hasOwn(sectionForms, name);
