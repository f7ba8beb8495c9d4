import "server-only";
import type { Composer } from "@/server/mail/outbox";
import { linkAbout, type Told } from "@/server/roster/class-people";
import { findNews } from "./data-news";
import { findOtherNews } from "./data-other-news";
import { mails } from "./messages-mails";
import { type NewsItem, newsInWords } from "./rules-news";
import { aboutNews } from "./schema-news";

/**
 * One email about everything that happened within a delay: results, also of several children, tests and materials. It
 * contains no marks, because other people may read the mailbox (decision 16).
 */
const composeNews: Composer = async ({ about, recipient, userId }) => {
  const { items } = aboutNews.parse(about);
  const { name, items: found } = await findNews({ items, recipient, userId });
  const others = await findOtherNews({ items, recipient, userId }, new Date());
  const parts = found.length > 0 ? [{ reader: name, ...resultsInWords(found) }, ...others] : others;
  const [first] = parts;
  if (!first) return null;
  return {
    to: recipient,
    subject: parts.map(({ subject }) => subject).join("; "),
    greeting: mails.mailGreeting(first.reader),
    paragraphs: parts.flatMap(({ paragraphs }) => paragraphs),
    link: linkAbout(
      parts.flatMap<Told>(({ told }) => told),
      first.link,
    ),
  };
};

function resultsInWords(items: readonly NewsItem[]) {
  const { subject, paragraphs, child } = newsInWords(items);
  const link = { label: child === null ? mails.mailLink : mails.mailLinkOf(child), path: "/user/results" };
  return { subject, paragraphs: [...paragraphs, mails.mailHint(items.length)], told: items, link };
}

/** The emails of the results room, composed when they are sent. */
export const resultMails = { resultNews: composeNews } satisfies Record<string, Composer>;
