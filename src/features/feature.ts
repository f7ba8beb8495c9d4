import type { AnyRouter } from "@trpc/server";
import type { IconName } from "@/components/ui/icons";
import type { Duty, Right } from "@/lib/may";
import type { Principal } from "@/lib/principal";
import type { Jobs } from "@/server/jobs/jobs";
import type { Composer } from "@/server/mail/outbox";
import type { Models } from "@/server/privacy/inventory";
import type { CacheTag } from "@/server/response-cache/versions";
import type { RestMount } from "@/server/rest/call";
import type { TaskKind } from "@/server/tasks/tasks";

/** A page of the site: the pages of the areas are for members, those of `user` and `admin` for that role alone. */
export type Page = {
  path: string;
  area: "site" | "member" | "user" | "admin";
  /** Who may open a page of the office, and sees its link; administrators alone by default. */
  right?: Right;
  /** The page is in the sitemap. */
  listed?: true;
  /** The page is the same for everyone, and cached until a list with one of these tags changes. */
  cached?: readonly CacheTag[];
  /**
   * Its link in the area's navigation; `place` orders the links. Links without a group stand last. With `keeps` it takes this
   * part of the address along: the child that a guardian has chosen. `in`: the area, of a page that belongs to none.
   */
  link?: {
    label: string;
    icon: IconName;
    place: number;
    group?: LinkGroup;
    specified?: true;
    keeps?: "child";
    in?: "user";
    /** Its word in the bar at the bottom of a phone. */
    bar?: string;
  };
  /** A list or table under the label of the link stands in for the page while it is on its way. */
  skeleton?: "list" | "table";
};

/** The groups of an area's navigation. `specified` links stand first on public pages too (spec §2). */
export type LinkGroup = "Start" | "School" | "People" | "Teaching" | "To families" | "Institute";

/** How the activity shows an action of the audit trail. */
export type AuditWords = {
  words: string;
  icon: IconName;
  alarming?: true;
  /** Kind of the event's subject; a person by default. With "detail", the details say what it was called. */
  about?: "material" | "test" | "mail" | "detail";
  /** Singular and plural of what the event counts. */
  counted?: readonly [one: string, many: string];
};

/** The person whose data is requested: by account, by email address, or both. */
export type Holder = { userId: string | null; email: string | null };

export type PersonalData = {
  name: string;
  label: string;
  count: (of: Holder) => Promise<number>;
  list: (of: Holder) => Promise<Record<string, unknown>[]>;
  /** True if the person may not see it yet (decision 7). */
  isHiddenFrom: (principal: Principal) => boolean;
  /** Rows that an erasure deletes by id, and the key under which emails about them name them; the rest goes with the account. */
  erase?: {
    table: "submissions" | "contact_messages";
    mailKey: string;
    rows: (email: string) => Promise<RowOfPerson[]>;
  };
};

/** A row that carries an address, with the name in it. */
export type RowOfPerson = { id: string; name: string; createdAt: Date };

type Retention = { name: string; days: number; purge: (before: Date) => Promise<number> };

/** What a room declares. Code that needs all rooms iterates over the list in `index.ts`. */
export type Feature = {
  /** Its models of `prisma/schema.prisma` with their data: no other room touches their tables. */
  models?: Models;
  router?: AnyRouter;
  rest?: RestMount;
  restTag?: { name: string; description: string };
  /** Lists that are the same for everyone, with the procedures and REST paths that show them. */
  publicLists?: readonly { tags: readonly CacheTag[]; procedures: readonly string[]; paths: readonly string[] }[];
  emails?: Record<string, Composer>;
  /** What the kinds of its emails are called. */
  emailNames?: Record<string, string>;
  audit?: Record<string, AuditWords>;
  /** What its refused calls would have done. */
  calls?: Record<string, string>;
  tasks?: Jobs["tasks"];
  crontab?: readonly string[];
  /** Writes that must finish before the process ends. */
  atStop?: () => Promise<void>;
  /** Kinds of work with progress that people start, see `taskKind`. */
  backgroundTasks?: Record<string, TaskKind>;
  personalData?: PersonalData;
  /** What staff do here, in words, and who may. */
  duties?: readonly Duty[];
  /** What is purged after how many days, counted under a name that rooms may share. */
  retention?: Retention | readonly Retention[];
};
