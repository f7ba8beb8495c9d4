import "server-only";
import { z } from "zod";
import type { Composer } from "@/server/mail/outbox";
import { linkAbout } from "@/server/roster/class-people";
import { findTestNews } from "./data-news";
import { news as copy } from "./messages-news";
import { testItem } from "./schema-news";

const aboutNews = z.object({ items: z.array(testItem) });

/** The immediate email about a change of a test within the next 48 hours. */
const composeNews: Composer = async ({ about, recipient, userId }) => {
  const found = await findTestNews({ ...aboutNews.parse(about), recipient, userId }, new Date());
  if (!found) return null;
  const { subject, paragraphs, reader, told, link } = found;
  return {
    to: recipient,
    subject,
    greeting: copy.greeting(reader),
    paragraphs: [...paragraphs, copy.hint],
    link: linkAbout(told, link),
  };
};

/** The emails about tests. */
export const testMails: Record<string, Composer> = { testNews: composeNews };
