import "server-only";
import { z } from "zod";
import { tableView } from "@/lib/fields";
import { recordNow } from "@/server/audit/audit";
import { onceForSender } from "@/server/rest/once-for-form";
import { allow, resolver, router, thenShow } from "@/server/trpc/trpc";
import { getStudentView } from "./data";
import { countLeft } from "./data-left";
import { findNeighbours, listAllStudents, listMatching, listStudents, suggestStudents } from "./data-list";
import { getTaught, listTaught } from "./data-taught";
import { findWho } from "./data-who";
import { addStudent, editStudent } from "./mutations";
import { moveAddress } from "./mutations-address";
import { attach, previewAttach } from "./mutations-attach";
import { actions, studentsCsv } from "./rules";
import * as schema from "./schema";
import * as lists from "./schema-list";
import { taughtStudents, taughtStudentView } from "./schema-taught";

/** Maximum number of exported rows, far above any institute's size. */
const mostExported = 20_000;

const shown = ({ id }: { id: string }) => getStudentView(id);

export const studentsRouter = router({
  list: allow(actions.read)
    .input(lists.listStudentsInput)
    .output(lists.studentsPage)
    .query(({ input }) => listStudents(input, new Date())),

  /** All matching students as a table; each export is audited. */
  export: allow(actions.read)
    .input(lists.exportStudentsInput)
    .output(tableView)
    .mutation(async ({ ctx, input }) => {
      const { ids, ...filters } = input;
      const rows = await listAllStudents(filters, mostExported, new Date(), ids);
      await recordNow({
        action: "students-exported",
        by: ctx.principal,
        detail: { count: rows.length },
        address: ctx.address,
      });
      return { csv: studentsCsv(rows) };
    }),

  matching: allow(actions.read)
    .input(lists.matchingStudentsInput)
    .output(z.array(lists.chosenView))
    .query(({ input }) => listMatching(input, new Date())),

  /** The neighbours of a student in a list; null if the student is not in it. */
  neighbours: allow(actions.read)
    .input(lists.neighboursInput)
    .output(lists.neighboursView.nullable())
    .query(({ input }) => findNeighbours(input, new Date())),

  /** The number of students who left more than this many years ago: those that this period would erase. */
  countLeft: allow(actions.keep)
    .input(schema.countLeftInput)
    .output(schema.countLeftView)
    .query(async ({ input }) => ({ count: await countLeft(input.years, new Date()) })),

  get: allow(actions.read)
    .input(schema.studentIdInput)
    .output(schema.studentView)
    .query(({ input }) => getStudentView(input.id)),

  /** The students in the caller's classes; none for the office, which has the roster. */
  listTaught: allow(actions.readTaught)
    .output(taughtStudents)
    .query(({ ctx }) => listTaught(ctx.principal)),

  /** A student whom the caller teaches, with the marks the caller may read. */
  getTaught: allow(actions.readTaught)
    .input(schema.studentIdInput)
    .output(taughtStudentView)
    .query(resolver(getTaught)),

  /** The person with an address or admission number, or null. A mutation, because neither may be in a URL. */
  who: allow(actions.read)
    .input(lists.whoInput)
    .output(lists.whoView.nullable())
    .mutation(({ input }) => findWho(input.identifier)),

  /** Suggests students by part of a name, to choose an address. A mutation, because the text must not be in a URL. */
  suggest: allow(actions.read)
    .input(lists.suggestInput)
    .output(z.array(lists.suggestedView))
    .mutation(({ input }) => suggestStudents(input.search, new Date())),

  /** Adds a person to the roster, without a login. */
  add: allow(actions.manage)
    .input(schema.addStudentForm)
    .output(schema.studentView)
    .mutation(async ({ ctx: { principal }, input }) => {
      const add = (student: schema.AddStudentInput) => addStudent(student, principal, new Date());
      return getStudentView(await onceForSender(principal.userId, "students.add", input, add));
    }),

  /** Edits name, address, admission number or date of birth. */
  edit: allow(actions.manage)
    .input(schema.editStudentInput)
    .output(schema.studentView)
    .mutation(thenShow(editStudent, shown)),

  /** A preview of attaching the account of an address to an entry of the roster. A mutation, because of the address. */
  previewAttach: allow(actions.manage)
    .input(schema.attachInput)
    .output(schema.attachView)
    .mutation(({ input }) => previewAttach(input, new Date())),

  /** Attaches a self-registered account to an entry without a login. */
  attach: allow(actions.manage).input(schema.attachInput).output(schema.studentView).mutation(thenShow(attach, shown)),

  /** Moves the address of a student's login to a guardian. */
  moveAddress: allow(actions.manage)
    .input(schema.moveAddressInput)
    .output(schema.studentView)
    .mutation(thenShow(moveAddress, shown)),
});
