import { z } from "zod";

/** What stands in a cell: a mark, that there is none, or nothing where there was no exam. */
const cardCell = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("scored"), score: z.number(), total: z.number() }),
    z.object({ kind: z.enum(["absent", "excused", "missing"]) }),
  ])
  .nullable();

export type CardCell = z.infer<typeof cardCell>;

/** What is printed on a card, and stays as it was when it was issued. */
export const cardContent = z.object({
  title: z.string(),
  year: z.string(),
  name: z.string(),
  admissionNo: z.string().nullable(),
  className: z.string(),
  section: z.string().nullable(),
  rollNo: z.string().nullable(),
  issuedOn: z.iso.date(),
  attendance: z.object({ present: z.int(), open: z.int() }).nullable(),
  /** With the total, where it is one for all subjects. */
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
