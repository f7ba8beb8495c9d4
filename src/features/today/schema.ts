import { z } from "zod";
import { momentView } from "@/lib/fields";
import { childOverview, comingView } from "../guardians/schema";
import { materialView } from "../materials/schema";
import { ownNoticeView } from "../notices/schema";
import { resultView } from "../results/schema";
import { scheduleView } from "../schedules/schema";

const newestCard = z.object({ title: z.string(), issuedAt: momentView });

/** A student's own data. `isHidden`: results are hidden until the address is confirmed, or a code is used. */
const ownView = z.object({
  isHidden: z.boolean(),
  hasClass: z.boolean(),
  /** The class that a student who is in no class will join. */
  coming: comingView.nullable(),
  latest: childOverview.shape.latest
    .unwrap()
    .extend(resultView.pick({ score: true, totalMarks: true, examDate: true, createdAt: true }).shape)
    .nullable(),
  /** Unread results. */
  unread: z.number(),
  card: newestCard.nullable(),
  tests: childOverview.shape.tests,
});

export type OwnToday = z.infer<typeof ownView>;

export const todayView = z.object({
  /** Null for a present or former guardian who is not a student. */
  own: ownView.nullable(),
  children: z.array(childOverview),
  /** The newest report card of each child whose results the guardian may see. */
  cards: z.array(newestCard.extend({ studentId: z.string() })),
  /** Tests moved or cancelled less than two days before they take place. */
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
  /** The classes that have more new materials than are shown. */
  moreMaterials: z.array(materialView.shape.className),
  /** Unread or unconfirmed notices; there may be more of them. */
  hasMoreNotices: z.boolean(),
  notices: z.array(
    ownNoticeView.pick({ _id: true, title: true, publishedAt: true }).extend({
      toConfirm: z.boolean(),
      /** The children in the audience. */
      names: z.array(z.string()),
    }),
  ),
});

export type Today = z.infer<typeof todayView>;
