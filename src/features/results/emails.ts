import "server-only";
import { z } from "zod";
import type { Composer } from "@/server/mail/outbox";
import { findResultToTell, type ResultMail } from "./data-mails";
import { findNews } from "./data-news";
import { findOtherNews } from "./data-other-news";
import { mails } from "./messages-mails";
import { news } from "./messages-news";
import { officeScreens as corrections } from "./messages-office";
import { type NewsItem, newsInWords } from "./rules-news";
import { aboutNews } from "./schema-news";

const aboutResult = z.object({ resultId: z.uuid() });

/** The words of a mail, for a student or about a child of a guardian. */
const words = {
  resultAdded: {
    ...{ subject: mails.mailSubject, text: mails.mailText },
    subjectOf: mails.mailSubjectOf,
    textOf: mails.mailTextOf,
  },
  ...corrections.mails,
} as const;

/**
 * Tells a student or a guardian of a result. It names no marks: a mail is read by the person who reads the mailbox (decision 16).
 */
const tellOf =
  (kind: ResultMail): Composer =>
  async ({ about, recipient, userId }) => {
    const result = await findResultToTell({ kind, ...aboutResult.parse(about), recipient, userId });
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

/** Tells a person of all that happened in one pause: to results, also of several children, to tests, and of materials. */
const tellNews: Composer = async ({ about, recipient, userId }) => {
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

/** The emails of the results room, each written when it leaves. */
export const resultMails: Record<ResultMail | "resultNews", Composer> = {
  resultNews: tellNews,
  // Corrections and withdrawals of an earlier version have a mail each.
  resultAdded: tellOf("resultAdded"),
  resultCorrected: tellOf("resultCorrected"),
  resultWithdrawn: tellOf("resultWithdrawn"),
};
