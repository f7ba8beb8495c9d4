import type { AnyRouter } from "@trpc/server";
import type { IconName } from "@/components/ui/icons";
import type { ClockStyle } from "@/lib/dates";
import type { Duty, Right } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import type { Jobs } from "@/server/jobs/jobs";
import type { Composer } from "@/server/mail/outbox";
import type { Models } from "@/server/privacy/inventory";
import type { CacheTag } from "@/server/response-cache/versions";
import type { RestMount } from "@/server/rest/call";
import type { TaskKind } from "@/server/tasks/tasks";

/** A page of the site. Pages of the area `member` require a login, those of `user` and `admin` a login with that role. */
export type Page = {
  path: string;
  area: "site" | "member" | "user" | "admin";
  /** The right to open a page of the office and see its link; by default, only administrators have it. */
  right?: Right;
  /** The page is in the sitemap. */
  listed?: true;
  /** The page is the same for everyone, and cached until a list with one of these tags changes. */
  cached?: readonly CacheTag[];
  /**
   * Its link in the area's navigation, ordered by `place`; links without a group come last. `keeps` is a query parameter
   * that the link preserves: the child that a guardian has selected. `in`: the area whose navigation shows a public page.
   */
  link?: {
    label: string;
    icon: IconName;
    place: number;
    group?: LinkGroup;
    specified?: true;
    keeps?: "child";
    in?: "user";
    /** Its label in the bottom bar on a phone. */
    bar?: string;
  };
  /**
   * The skeleton shown while the page loads: what is under the label of the link, from top to bottom. `files` is the place to
   * drop files on, `heading` a lead with a heading.
   */
  skeleton?: readonly SkeletonPart[];
  /** The skeleton for teachers, if they have another page at the path. */
  taughtSkeleton?: readonly SkeletonPart[];
};

type SkeletonPart = "list" | "table" | "views" | "filters" | "files" | "heading";

/** The groups of an area's navigation. `specified` links come first on public pages too (spec §2). */
export type LinkGroup = "Start" | "School" | "People" | "Teaching" | "To families" | "Institute";

/** How the Activity page shows an action of the audit trail. */
export type AuditWords = {
  words: string;
  icon: IconName;
  alarming?: true;
  /** Happens all day long: the Activity page shows it on request. */
  routine?: true;
  /** Kind of the event's subject; a person by default. With "detail", its name is in the details. */
  about?: "material" | "test" | "mail" | "notice" | "application" | "message" | "detail";
  /** What the event counts, with its plural unless that ends in s; false if the number says nothing to a reader. */
  counted?: string | readonly [one: string, many: string] | false;
  /** How to word details that are stored as values or names, by the name of the detail: a list of words, or a function. An empty text leaves it out. */
  values?: Readonly<Record<string, Readonly<Record<string, string>> | ((value: unknown, clock: ClockStyle) => string)>>;
};

/** The person whose data are requested: by account, by email address, or both. */
export type Holder = { userId: string | null; email: string | null };

export type PersonalData = {
  name: string;
  label: string;
  count: (of: Holder) => Promise<number>;
  list: (of: Holder) => Promise<Record<string, unknown>[]>;
  /** True if the person may not see the data yet (decision 7). */
  isHiddenFrom: (principal: Principal) => boolean;
  /** Rows that an erasure deletes by id, and the key of their ids in emails; other rows are deleted with the account. */
  erase?: {
    table: "submissions" | "contact_messages";
    mailKey: string;
    rows: (email: string) => Promise<RowOfPerson[]>;
  };
};

/** A row with an address: its name, what distinguishes it from others with that name, and the ids of rows erased with it. */
export type RowOfPerson = { id: string; name: string; about?: string; createdAt: Date; takesAlong?: string[] };

export type Retention = {
  name: string;
  days: number;
  /** Skips the rows that the `failures` failed rounds of this night could not purge. */
  purge: (before: Date, failures: number) => Promise<number>;
  /** Maximum number of runs per night, each in its own transaction, while there is something to purge; 1 by default. */
  rounds?: number;
};

/** What a room declares. Code that needs all rooms iterates over the list in `index.ts`. */
export type Feature = {
  /** Its models of `prisma/schema.prisma` with their data: no other room touches their tables. */
  models?: Models;
  router?: AnyRouter;
  rest?: RestMount;
  restTag?: { name: string; description: string };
  /** Lists that are the same for everyone, with the procedures and REST paths that return them. */
  publicLists?: readonly { tags: readonly CacheTag[]; procedures: readonly string[]; paths: readonly string[] }[];
  emails?: Record<string, Composer>;
  /** The names of its kinds of emails, as screens show them. */
  emailNames?: Record<string, string>;
  audit?: Record<string, AuditWords>;
  /** The names of its calls, as records of refusals show them. */
  calls?: Record<string, string>;
  tasks?: Jobs["tasks"];
  crontab?: readonly string[];
  /** Writes that must finish before the process ends. */
  atStop?: () => Promise<void>;
  /** Kinds of background tasks, see `taskKind`. */
  backgroundTasks?: Record<string, TaskKind>;
  personalData?: PersonalData;
  /** Staff duties of this room, in words, and the rights they need. */
  duties?: readonly Duty[];
  /** What to purge, and after how many days. The name is that of the count, which rooms may share. */
  retention?: Retention | readonly Retention[];
};
