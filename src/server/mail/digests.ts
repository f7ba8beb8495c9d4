import "server-only";
import { z } from "zod";
import { db } from "@/server/db/client";
import type { Mail } from "@/server/generated/prisma/client";
import { choiceOf } from "./choices";
import type { Email } from "./email";
import type { Composer } from "./outbox";

/** Maximum number of emails listed in a digest; further ones are counted. */
const mostParts = 50;

const copy = {
  subject: "Your day: what is new for you",
  lead: "This is what is new for you, in one email.",
  more: (count: number) => `And ${count} more`,
  all: "You find everything in your area.",
  link: "Open your area",
};

/** A digest that is sent again is made of the parts of the first one. */
const aboutAgain = z.object({ digestId: z.uuid().optional() });

type Part = Pick<Mail, "id" | "kind" | "about" | "userId" | "requestId">;

const aboutItems = z.object({ items: z.array(z.json()) });

/** Joins parts of one kind that list items, in order, so that their composer sees which news was corrected or withdrawn since. */
function joined(parts: readonly Part[]): Part[] {
  const lists = new Map<string, { items: z.infer<typeof aboutItems>["items"] }>();
  return parts.flatMap((part) => {
    const about = aboutItems.safeParse(part.about).data;
    if (!about) return [part];
    const earlier = lists.get(part.kind);
    earlier?.items.push(...about.items);
    if (earlier) return [];
    lists.set(part.kind, about);
    return [{ ...part, about }];
  });
}

/**
 * Combines the emails collected for a person into one; null if all of them are obsolete, or turned off since they were
 * collected.
 */
export async function composeDigest(
  facts: { id: string; recipient: string; userId: string | null; about: unknown },
  composers: Readonly<Record<string, Composer>>,
): Promise<Email | null> {
  // A retried digest is not taken apart when its person turns it off.
  if (facts.userId !== null && (await choiceOf(facts.userId)).choice === "required") return null;
  const { digestId = facts.id } = aboutAgain.parse(facts.about);
  const parts = await db().mail.findMany({
    where: { digestId },
    select: { id: true, kind: true, about: true, userId: true, requestId: true },
    orderBy: [{ rank: "asc" }, { createdAt: "asc" }, { id: "asc" }],
    take: mostParts,
  });
  const emails: Email[] = [];
  for (const { kind, ...part } of joined(parts)) {
    const email = await composers[kind]?.({ ...part, recipient: facts.recipient });
    if (email) emails.push(email);
  }
  const [first] = emails;
  if (!first) return null;
  const left = (await db().mail.count({ where: { digestId } })) - parts.length;
  return {
    to: facts.recipient,
    subject: copy.subject,
    ...(first.greeting !== undefined && { greeting: first.greeting }),
    paragraphs: [copy.lead],
    parts: [
      ...emails.map(({ subject, paragraphs, link }) => ({ subject, paragraphs, ...(link && { link }) })),
      ...(left > 0
        ? [{ subject: copy.more(left), paragraphs: [copy.all], link: { label: copy.link, path: "/user/today" } }]
        : []),
    ],
  };
}
