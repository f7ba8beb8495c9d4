import { z } from "zod";
import { emailField, idField, momentView, optionalTextField, textField } from "@/lib/fields";
import { type SiteContent, type SiteSection, siteSections } from "@/lib/site-content";
import { say } from "./messages";

const text = (most: number) => textField(say("textLabel"), most);
const lines = (most: number) => textField(say("textLabel"), most, true);
const maybe = (most: number) =>
  optionalTextField(say("textLabel"), most)
    .transform((found) => found ?? "")
    .default("");
const list = <Item extends z.ZodType>(item: Item, most: number) => z.array(item).max(most, say("tooMuch", most));

const web = z
  .string()
  .max(500, say("badLink"))
  .regex(/^https:\/\/[^\s/]+\.[^\s]+$/, say("badLink"));
const link = z.strictObject({
  label: text(60),
  href: z.union([web, z.string().regex(/^mailto:\S+@\S+$/)], say("badLink")),
});
const titled = z.strictObject({ title: text(100), text: lines(600) });
const picture = z.strictObject({
  src: z
    .string(say("pictureRequired"))
    .regex(/^\/pictures\/([a-z0-9/-]+\.svg|site\/[0-9a-f]{32}\/\d+\.webp)$/, say("unknownPicture")),
  width: z.int().min(1).max(4000),
  height: z.int().min(1).max(4000),
});

/** The sections of the site: texts are stored as typed and shown as plain text. */
export const sectionTypes = {
  facts: z.strictObject({
    name: textField(say("nameLabel"), 60),
    logo: picture.nullable(),
    tagline: text(120),
    description: lines(400),
    founded: z.coerce.number(say("badYear")).int(say("badYear")).min(1000, say("badYear")).max(2100, say("badYear")),
    street: text(120),
    city: text(80),
    state: maybe(80),
    postcode: text(20),
    country: text(80),
    mapLink: z.union([z.literal(""), web], say("badLink")),
    email: emailField,
    partnershipsEmail: emailField,
    phone: text(40),
    workingHours: text(80),
    workingDays: text(80),
    links: list(link, 8),
    toBring: list(text(120), 8),
  }),
  home: z.strictObject({
    statistics: list(z.strictObject({ value: text(20), label: text(40), hidden: z.boolean() }), 12),
    advantages: list(titled, 12),
  }),
  about: z.strictObject({
    paragraphs: list(lines(2000), 12),
    mission: lines(600),
    vision: lines(600),
    values: list(titled, 12),
  }),
  story: z.strictObject({
    founder: text(100),
    role: text(100),
    portrait: picture.nullable(),
    portraitAlt: maybe(300),
    lead: lines(400),
    paragraphs: list(lines(3000), 20),
    quote: lines(400),
    closing: list(lines(3000), 10),
    milestones: list(z.strictObject({ year: text(20), text: lines(400) }), 30),
  }),
  team: list(
    z.strictObject({ name: text(100), role: text(100), portrait: picture.nullable(), links: list(link, 6) }),
    60,
  ),
  gallery: list(picture.extend({ alt: text(300) }), 60),
  courses: list(
    z.strictObject({ title: text(100), classes: text(60), text: lines(800), timings: maybe(120), fees: maybe(120) }),
    30,
  ),
  careers: z.strictObject({
    openings: list(z.strictObject({ title: text(120), kind: text(60), text: lines(800) }), 20),
    promises: list(titled, 12),
    hiring: list(titled, 12),
  }),
} satisfies { [Section in SiteSection]: z.ZodType<SiteContent[Section]> };

/** The state that the screen showed: the version of the draft (null for none), and the `base` of the view. */
const seen = { seen: z.int().nullable(), base: z.string().max(80).optional() };
const seenDraft = { ...seen, seen: z.int() };

export type Seen = z.output<z.ZodObject<typeof seen>>;

const of = <Section extends SiteSection>(section: Section) =>
  z.strictObject({ section: z.literal(section), value: sectionTypes[section], ...seen });

/** A changed section of the draft. */
export const sectionInput = z.discriminatedUnion("section", [
  of("facts"),
  of("home"),
  of("about"),
  of("story"),
  of("team"),
  of("gallery"),
  of("courses"),
  of("careers"),
]);

export type SectionInput = z.output<typeof sectionInput>;

/** A section of the draft to reset to the published one. */
export const takeBackInput = z.strictObject({ section: z.enum(siteSections), ...seenDraft });

export type TakeBackInput = z.output<typeof takeBackInput>;

export const draftInput = z.strictObject(seenDraft);

export type DraftInput = z.output<typeof draftInput>;

export const versionInput = z.strictObject({ id: idField, ...seen });

export type VersionInput = z.output<typeof versionInput>;

const contentView = z.object(sectionTypes) as unknown as z.ZodType<SiteContent>;

/** The content being edited (the draft, otherwise the published one), and the versions that can be restored. */
export const editedView = z.object({
  content: contentView,
  /** The version number of the draft; null if there is none. */
  draft: z.int().nullable(),
  /** Identifies the published version and the draft, because each new draft starts with the number 1. */
  base: z.string(),
  /** The sections with unpublished changes. */
  changed: z.array(z.enum(siteSections)),
  /** The sections whose published texts are the institute's own, not the product's defaults. */
  own: z.array(z.enum(siteSections)),
  /** The changes of the draft, for people to read. */
  changes: z.array(
    z.object({ section: z.enum(siteSections), what: z.string(), before: z.string(), after: z.string() }),
  ),
  published: z.object({ at: momentView, by: z.string().nullable() }).nullable(),
  versions: z.array(z.object({ _id: idField, at: momentView, by: z.string().nullable() })),
});

export type EditedView = z.infer<typeof editedView>;
