import { z } from "zod";

/** The content of a cell: a mark, a missing one, or empty if there was no exam. */
const cardCell = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("scored"), score: z.number(), total: z.number() }),
    z.object({ kind: z.enum(["absent", "excused", "missing"]) }),
  ])
  .nullable();

export type CardCell = z.infer<typeof cardCell>;

/** The printed content of a card, which never changes after it is issued. */
export const cardContent = z.object({
  /** The institute's name when the card was issued; the earliest cards lack it. */
  institute: z.string().optional(),
  title: z.string(),
  year: z.string(),
  name: z.string(),
  admissionNo: z.string().nullable(),
  className: z.string(),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  issuedOn: z.iso.date(),
  attendance: z.object({ present: z.int(), open: z.int() }).nullable(),
  /** With the total, if it is the same for all subjects. */
  columns: z.array(z.object({ name: z.string(), total: z.number().nullable() })),
  rows: z.array(
    z.object({
      subject: z.string(),
      cells: z.array(cardCell),
      percent: z.string().nullable(),
      grade: z.string().nullable(),
    }),
  ),
  sums: z.array(z.number().nullable()),
  overall: z
    .object({ score: z.number(), total: z.number(), percent: z.string(), grade: z.string(), label: z.string() })
    .nullable(),
  remarkTeacher: z.string().nullable(),
  remarkHead: z.string().nullable(),
  lines: z.array(z.string()),
});

export type CardContent = z.infer<typeof cardContent>;
