import { z } from "zod";
import { momentView } from "@/lib/fields";
import { childOverview } from "../guardians/schema";
import { materialView } from "../materials/schema";
import { ownNoticeView } from "../notices/schema";
import { scheduleView } from "../schedules/schema";

const newestCard = z.object({ title: z.string(), name: z.string(), issuedAt: momentView });

const nextTest = childOverview.shape.tests.element;

/** What a student reads of the own day; `isHidden`: results wait until the address is known to be the student's. */
const ownView = z.object({
  isHidden: z.boolean(),
  hasClass: z.boolean(),
  latest: childOverview.shape.latest,
  /** Results that no page has shown yet. */
  unread: z.number(),
  card: newestCard.nullable(),
  tests: z.array(nextTest),
});

export type OwnToday = z.infer<typeof ownView>;

export const todayView = z.object({
  /** Nothing of a guardian who is no student. */
  own: ownView.nullable(),
  children: z.array(childOverview),
  /** The newest report card of each child whose results are shown. */
  cards: z.array(newestCard.extend({ studentId: z.string() })),
  /** Tests that were moved or cancelled less than two days before them. */
  sudden: z.array(
    scheduleView
      .pick({ _id: true, className: true, sections: true, subject: true, testDate: true, testTime: true, state: true })
      .extend({ note: z.string() }),
  ),
  materials: z.array(
    materialView
      .pick({ _id: true, className: true, subject: true, materialName: true, pdfFile: true, fileKind: true })
      .extend({ fileSize: z.number(), uploadedAt: momentView }),
  ),
  /** What is not read or not confirmed yet. */
  notices: z.array(
    ownNoticeView.pick({ _id: true, title: true, publishedAt: true }).extend({
      toConfirm: z.boolean(),
      /** The children whom it is for. */
      names: z.array(z.string()),
    }),
  ),
});

export type Today = z.infer<typeof todayView>;
