import type { SiteFacts } from "@/lib/site-content";
import { browserMemory } from "./browser-memory";
import { purposes, times } from "./kept-data";

/** A row of a table: a name or a text or both, below them a technical name and its kind, and beside them the answer. */
type Row = { name?: string; text?: string; kind?: string; code?: string; answer: string };
/** What the rows are about, and what their answers say. */
export type Table = { columns: [string, string]; rows: Row[] };
export type Section = {
  title: string;
  table?: Table;
  paragraphs?: string[];
  points?: string[];
  /** Details that few readers want, folded. */
  technical?: { table: Table; paragraphs: string[] };
};
export type Policy = {
  title: string;
  lead: string;
  updated: string;
  /** What matters most, for those who read no further. */
  summary?: { title: string; points: { name: string; text: string }[] };
  sections: Section[];
};

/** A policy with the institute's name and address in place of `{name}`, `{place}`, `{reach}` and the like. */
export function policyOf(policy: Policy, facts: SiteFacts): Policy {
  const { name, street, city, postcode, state, country, email, phone } = facts;
  const place = `${street}, ${city} ${postcode}`;
  const reach = `Write to ${email}, call ${phone}, or come to ${place}.`;
  const words: Record<string, string> = { name, place, city, state, country, email, phone, reach };
  // If a word is empty, the comma after it is removed, too.
  const filled = (text: string) =>
    text.replace(/\{(\w+)\}(, )?/g, (all, word: string, comma = "") => {
      const found = words[word];
      return found === undefined ? all : found && found + comma;
    });
  return JSON.parse(JSON.stringify(policy), (_, value) =>
    typeof value === "string" ? filled(value) : value,
  ) as Policy;
}

/** The privacy policy. Change it together with what you actually do. */
export const privacy: Policy = {
  title: "Privacy Policy",
  lead: "What {name} knows about you, why, for how long, and how to have it changed or deleted.",
  updated: "2026-11-30",
  summary: {
    title: "In short",
    points: [
      {
        name: "What we keep",
        text: "Names, ways to reach you, results, what you send us, and records that keep this site safe.",
      },
      {
        name: "Who sees it",
        text: "You, a student’s guardians, our teachers and our office as far as they need it, and the companies that run this site for us. We sell nothing to anyone.",
      },
      { name: "Advertising and tracking", text: "None, and nothing is loaded from anyone else." },
      {
        name: "Having it deleted",
        text: "Ask on your account page, or write to {email}. We answer within thirty days, and it costs nothing.",
      },
    ],
  },
  sections: [
    {
      title: "Who is responsible",
      paragraphs: ["{name}, {place}, {state}, {country}. Write to {email}, call {phone}, or come to us."],
    },
    {
      title: "What we keep, and for what purpose",
      table: {
        columns: ["What we keep", "Why"],
        rows: purposes,
      },
    },
    {
      title: "How long we keep it",
      table: {
        columns: ["What", "How long"],
        rows: times,
      },
    },
    {
      title: "Cookies and your browser’s memory",
      paragraphs: [
        "If you log in or follow an application, cookies keep your login and protect it, and your browser remembers your name, your email address and what you have typed but not sent. If you do neither, you get none of this.",
        "There is no advertising, no tracking and no measuring by other companies on this site. It loads nothing from anyone else.",
      ],
      technical: {
        table: { columns: ["What", "How long"], rows: browserMemory },
        paragraphs: ["Over HTTPS the name of each cookie begins with __Host-."],
      },
    },
    {
      title: "Who else sees it",
      paragraphs: [
        "Our teachers and our office, as far as they need it for their work. The companies that run our server, our file storage and our mail, under contract and for nothing else. Authorities, where the law demands it. We sell nothing to anyone.",
      ],
    },
    {
      title: "Children",
      paragraphs: [
        "Most of our students are under eighteen. Admission forms are filled in by a parent or guardian, who may see, correct and delete everything we keep about their child. With each form we note when the sender agreed to this policy, and to which version of it.",
        "A parent or guardian who opens a login with a code agrees for a child who is under eighteen or whose age we do not know. We note who agreed, how and when, also for an agreement on paper; the agreement can be withdrawn. The people who can see a child's results are listed below them.",
      ],
    },
    {
      title: "What you can ask for",
      points: [
        "A copy of what we keep about you or your child. Students find one on their account page.",
        "The correction of what is wrong.",
        "The deletion of what we no longer need, or of everything when you leave us, unless a law obliges us to keep it.",
        "An end to any use that you agreed to. Any use before that stays lawful.",
      ],
      paragraphs: ["{reach} We answer within thirty days, and it costs nothing."],
    },
    {
      title: "Changes",
      paragraphs: [
        "When this policy changes, the new text appears here with its date. If it changes to your disadvantage, we write to you first.",
      ],
    },
  ],
};
