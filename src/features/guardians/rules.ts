import { shownDate } from "@/lib/dates";
import type { Actions } from "@/lib/may";
import type { Role } from "@/lib/principal";
import { childScreens as copy } from "./messages-children";
import type { ChildOverview, ChildView } from "./schema";

export const actions = { readOwn: "member", own: "family", manage: "office" } as const satisfies Actions;

/** Consents per hour of a guardian for a child: each can be withdrawn, and each withdrawal sends the office an email (decision 153). */
export const consentLimit = { name: "own-consent", points: 5, seconds: 60 * 60 };

/** The pages in the user area about one child, whom the URL names. */
export const childPages = ["/user/results", "/user/my-materials", "/user/tests", "/user/report-cards"] as const;

export type ChildPath = (typeof childPages)[number];

export const addressFor = (path: string, childId: string) => `${path}?child=${encodeURIComponent(childId)}`;

/** Where selecting this child leads: to the current page, if it is about a child. */
export const addressFrom = (path: string, childId: string) =>
  addressFor(childPages.find((one) => one === path) ?? childPages[0], childId);

/** The classes that a child follows, with the section of the enrolment. */
export const followedPlaces = ({ classes, className, section }: Pick<ChildView, "classes" | "className" | "section">) =>
  classes.map((name) => ({ className: name, section: name === className ? section : null }));

type Placed = Pick<ChildView, "className" | "section" | "coming">;

/** The class of a child, or the coming class with its first day. */
export function placeOf({ className, section, coming }: Placed): string {
  if (className !== null) return copy.place(className, section);
  return coming
    ? copy.placeFrom(copy.place(coming.className, coming.section), shownDate(coming.fromDay))
    : copy.notPlaced;
}

/** The text for a student who is not in a class yet, but will join one. */
export const youCome = ({ className, section, fromDay }: NonNullable<ChildView["coming"]>) => ({
  title: copy.youCome(copy.place(className, section), shownDate(fromDay)),
  hint: copy.noClassHint,
});

/** A child's name with the class, for headings. */
export function namedChild(child: Placed & Pick<ChildView, "name">): string {
  return child.className === null && child.coming === null ? child.name : `${child.name}, ${placeOf(child)}`;
}

const graphemes = new Intl.Segmenter();

/** The first letter of a name, with combining marks, in any script. */
export function initialOf(name: string): string {
  const [first] = graphemes.segment(name.trim());
  return first?.segment.toLocaleUpperCase() ?? "";
}

/** What a result is about: subject and exam, or the class if it has neither. */
export const aboutOf = ({ subject, examName, className }: NonNullable<ChildOverview["latest"]>): string =>
  [subject, examName].filter(Boolean).join(", ") || copy.oneResult(className);

/** The exam of the newest result, and the number of new results. */
export function newsOf({ latest, unread }: Pick<ChildOverview, "latest" | "unread">): string {
  if (latest === null) return copy.first;
  const about = aboutOf(latest);
  return unread > 0 ? copy.newResult(unread, about) : copy.latest(about);
}

export function waysTo({ _id, classes }: Pick<ChildOverview, "_id" | "classes">, side: Role) {
  const { results, materials, tests } = copy.links;
  if (side === "admin") {
    // A list shows one class or all of them.
    const ofClass = (path: string) => (classes.length === 1 ? `${path}?className=${classes[0]}` : path);
    const shared = [
      { label: materials, href: ofClass("/study-materials") },
      { label: tests, href: ofClass("/show-schedule") },
    ];
    return [{ label: results, href: `/admin/children/${_id}` }, ...(classes.length === 0 ? [] : shared)];
  }
  const [toResults, toMaterials, toTests] = childPages;
  return [
    { label: results, href: addressFor(toResults, _id) },
    { label: materials, href: addressFor(toMaterials, _id) },
    { label: tests, href: addressFor(toTests, _id) },
  ];
}
