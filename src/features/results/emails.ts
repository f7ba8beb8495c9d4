import "server-only";
import { z } from "zod";
import type { Composer } from "@/server/mail/outbox";
import { findResultToTell, type ResultMail } from "./data-mails";
import { findNews } from "./data-news";
import { copy } from "./messages";
import { news } from "./messages-news";
import { officeScreens as corrections } from "./messages-office";
import { acts, newsInWords } from "./rules-news";

const aboutResult = z.object({ resultId: z.uuid() });

/** The words of a mail, for a student or about a child of a guardian. */
const words = {
  resultAdded: {
    ...{ subject: copy.mailSubject, text: copy.mailText },
    subjectOf: copy.mailSubjectOf,
    textOf: copy.mailTextOf,
  },
  ...corrections.mails,
} as const;

/**
 * Tells a student or a guardian of a result. It names no marks: a mail is read by whoever reads the mailbox (decision 16).
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
      greeting: copy.mailGreeting(readerName),
      paragraphs: [child ? said.textOf(child.name, className, what) : said.text(className, what), copy.mailHint],
      link: child
        ? { label: copy.mailLinkOf(child.name), path: `/user/results?child=${child._id}` }
        : { label: copy.mailLink, path: "/user/results" },
    };
  };

const aboutNews = z.object({ items: z.array(z.object({ act: z.enum(acts), resultId: z.uuid() })) });

/** Tells a person of all that became of results in one pause; of several children to a guardian of theirs. */
const tellNews: Composer = async ({ about, recipient, userId }) => {
  const { name, items } = await findNews({ ...aboutNews.parse(about), recipient, userId });
  if (items.length === 0) return null;
  const { subject, paragraphs, child, isOfChildren } = newsInWords(items);
  return {
    ...{ to: recipient, subject, greeting: copy.mailGreeting(name), paragraphs: [...paragraphs, copy.mailHint] },
    link: child
      ? { label: copy.mailLinkOf(child.name), path: `/user/results?child=${child._id}` }
      : { label: isOfChildren ? news.links : copy.mailLink, path: "/user/results" },
  };
};

/** The letters of the results room, each written when it leaves. */
export const resultMails: Record<ResultMail | "resultNews", Composer> = {
  resultNews: tellNews,
  // Corrections and withdrawals of an earlier version have a mail each.
  resultAdded: tellOf("resultAdded"),
  resultCorrected: tellOf("resultCorrected"),
  resultWithdrawn: tellOf("resultWithdrawn"),
};
