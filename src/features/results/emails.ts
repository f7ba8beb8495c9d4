import "server-only";
import { z } from "zod";
import type { Composer } from "@/server/mail/outbox";
import { findResultToNotify, type ResultMail } from "./data-mails";
import { findNews } from "./data-news";
import { findOtherNews } from "./data-other-news";
import { mails } from "./messages-mails";
import { news } from "./messages-news";
import { officeScreens as corrections } from "./messages-office";
import { type NewsItem, newsInWords } from "./rules-news";
import { aboutNews } from "./schema-news";

const aboutResult = z.object({ resultId: z.uuid() });

/** The text of an email to a student, or to a guardian about a child. */
const words = {
  resultAdded: {
    ...{ subject: mails.mailSubject, text: mails.mailText },
    subjectOf: mails.mailSubjectOf,
    textOf: mails.mailTextOf,
  },
  ...corrections.mails,
} as const;

/** The email about a result. It contains no marks, because other people may read the mailbox (decision 16). */
const composerOf =
  (kind: ResultMail): Composer =>
  async ({ about, recipient, userId }) => {
    const result = await findResultToNotify({ kind, ...aboutResult.parse(about), recipient, userId });
    if (!result) return null;
    const { className, subject, examName, readerName, child } = result;
    const what = [subject, examName].filter(Boolean).join(", ");
    const said = words[kind];
    return {
      to: recipient,
      subject: child ? said.subjectOf(child.name) : said.subject(className),
      greeting: mails.mailGreeting(readerName),
      paragraphs: [child ? said.textOf(child.name, className, what) : said.text(className, what), mails.mailHint],
      link: child
        ? { label: mails.mailLinkOf(child.name), path: `/user/results?child=${child._id}` }
        : { label: mails.mailLink, path: "/user/results" },
    };
  };

/** One email about everything that happened within a delay: results, also of several children, tests and materials. */
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
    link: first.link,
  };
};

function resultsInWords(items: readonly NewsItem[]) {
  const { subject, paragraphs, child, isOfChildren } = newsInWords(items);
  const link = child
    ? { label: mails.mailLinkOf(child.name), path: `/user/results?child=${child._id}` }
    : { label: isOfChildren ? news.links : mails.mailLink, path: "/user/results" };
  return { subject, paragraphs: [...paragraphs, mails.mailHint], link };
}

/** The emails of the results room, composed when they are sent. */
export const resultMails: Record<ResultMail | "resultNews", Composer> = {
  resultNews: composeNews,
  // Corrections and withdrawals of an earlier version have one email each.
  resultAdded: composerOf("resultAdded"),
  resultCorrected: composerOf("resultCorrected"),
  resultWithdrawn: composerOf("resultWithdrawn"),
};
