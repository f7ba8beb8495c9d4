// The pages of all rooms, for browser and server. `index.ts` has the parts that only the server loads.
import { pages as account } from "./account/pages";
import { pages as admissions } from "./admissions/pages";
import { pages as auth } from "./auth/pages";
import { pages as backups } from "./backups/pages";
import { pages as calendars } from "./calendars/pages";
import { pages as closedDays } from "./closed-days/pages";
import { pages as codes } from "./codes/pages";
import { pages as exams } from "./exams/pages";
import type { LinkGroup, Page } from "./feature";
import { pages as guardians } from "./guardians/pages";
import { pages as imports } from "./imports/pages";
import { pages as inquiries } from "./inquiries/pages";
import { pages as institute } from "./institute/pages";
import { pages as mailChoices } from "./mail-choices/pages";
import { pages as materials } from "./materials/pages";
import { pages as notices } from "./notices/pages";
import { pages as overview } from "./overview/pages";
import { pages as people } from "./people/pages";
import { pages as records } from "./records/pages";
import { pages as reportCards } from "./report-cards/pages";
import { pages as results } from "./results/pages";
import { pages as schedules } from "./schedules/pages";
import { pages as settings } from "./settings/pages";
import { pages as staff } from "./staff/pages";
import { pages as students } from "./students/pages";
import { pages as subjects } from "./subjects/pages";
import { pages as tasks } from "./tasks/pages";
import { pages as today } from "./today/pages";

const own = [
  institute,
  auth,
  codes,
  account,
  people,
  today,
  overview,
  materials,
  results,
  exams,
  reportCards,
  schedules,
  calendars,
  guardians,
  admissions,
  inquiries,
  notices,
  mailChoices,
  closedDays,
  records,
  settings,
  staff,
  students,
  subjects,
  tasks,
  backups,
  imports,
];

export const pages: readonly Page[] = own.flat();

const linkGroups: readonly (LinkGroup | undefined)[] = [
  "Start",
  "School",
  "People",
  "Teaching",
  "To families",
  "Institute",
  undefined,
];

type Right = NonNullable<Page["right"]>;

/** The right that a page of an area requires; the user side is open to everyone who is logged in to it. */
const rightOf = ({ area, right }: Page): Right => right ?? (area === "admin" ? "administrator" : "member");

/** The page of a path, or the declared page above it. */
function pageOf(path: string): Page | undefined {
  // The index has no subpages: undeclared pages require an administrator.
  const above = pages.filter(
    (page) => page.path === path || (page.path !== "/admin" && path.startsWith(`${page.path}/`)),
  );
  return above.sort((one, other) => other.path.length - one.path.length)[0];
}

/** The right that a path of the office requires: that of its page, or of the declared page above it. */
export function rightOfPath(path: string): Right {
  const nearest = pageOf(path);
  return nearest ? rightOf(nearest) : "administrator";
}

/** The navigation entry of a path, with the right it requires; undefined for none. */
export function linkOfPath(path: string): { label: string; right: Right } | undefined {
  const page = pageOf(path);
  return page?.area === "admin" && page.link ? { label: page.link.label, right: rightOf(page) } : undefined;
}

/** The start page of the office for a person: the first specified page that is open to them, otherwise the first open page. */
export function firstPageOf(isOpen: (right: Right) => boolean): string {
  const open = linksOf("admin").filter(({ right }) => isOpen(right));
  return (open.find(({ specified }) => specified) ?? open[0])?.href ?? "/admin/account";
}

/** The links of an area, in order. */
export function linksOf(area: Page["area"]) {
  return pages
    .flatMap((page) =>
      page.link && (page.link.in ?? page.area) === area
        ? [{ href: page.path, right: rightOf(page), ...page.link }]
        : [],
    )
    .sort((one, other) => one.place - other.place);
}

/** Links by group, in navigation order; the first and the last group have no name. */
export function grouped<Link extends { group?: LinkGroup | undefined }>(links: readonly Link[]) {
  return linkGroups
    .map((name) => ({ name: name === "Start" ? undefined : name, links: links.filter(({ group }) => group === name) }))
    .filter((group) => group.links.length > 0);
}
