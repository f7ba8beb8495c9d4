import { z } from "zod";
import { idField, leavesView } from "@/lib/fields";
import { say } from "./messages";
import { planReleaseInput, releaseInput } from "./schema-release";

/** A page of the list. */
const most = 50;

const several = <Item extends z.ZodType>(item: Item) =>
  z.array(item).min(1, say("noExam")).max(most, say("tooManyExams"));

export const previewTogetherInput = z.strictObject({ ids: several(idField) });

/** What releasing exams together does; each person counts once. */
export const togetherView = z.object({
  /** Each exam that is to be released, with the digest that confirms its marks. */
  exams: z.array(z.object({ id: z.string(), digest: z.string() })),
  /** The others. */
  settled: z.array(z.object({ id: z.string(), why: z.enum(["released", "scheduled", "nothing"]) })),
  /** The exams whose day is still to come: they can be released from then on. */
  toCome: z.array(z.object({ id: z.string(), day: z.iso.date() })),
  /** The exams of which students will have two results, with the number of these students and the names of the first five. */
  secondResults: z.array(z.object({ id: z.string(), students: z.number(), names: z.array(z.string()) })),
  results: z.number(),
  /** Students who get an email. */
  mailed: z.number(),
  guardiansMailed: z.number(),
  leaves: leavesView,
});

export type TogetherView = z.infer<typeof togetherView>;

const { date, time } = planReleaseInput.shape;

/** With a date and time in the institute's zone, the release is planned; without them, it happens now. */
export const releaseTogetherInput = z
  .strictObject({ exams: several(releaseInput), date: date.optional(), time: time.optional() })
  .refine((given) => (given.date === undefined) === (given.time === undefined), {
    path: ["time"],
    error: say("badTime"),
  });

export type ReleaseTogetherInput = z.output<typeof releaseTogetherInput>;
