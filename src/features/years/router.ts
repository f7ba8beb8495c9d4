import "server-only";
import { allow, resolver, router } from "@/server/trpc/trpc";
import { listYears, yearAt } from "./data";
import { addYear, editYear, removeYear } from "./mutations";
import { actions } from "./rules";
import { editYearInput, savedYear, yearIdInput, yearInput, yearsView, yearView } from "./schema";

export const yearsRouter = router({
  list: allow(actions.read)
    .output(yearsView)
    .query(async () => {
      const years = await listYears();
      return { years, currentId: yearAt(years, new Date())?._id ?? null };
    }),

  add: allow(actions.manage).input(yearInput).output(savedYear).mutation(resolver(addYear)),

  /** Edits name and dates of a school year. */
  edit: allow(actions.manage).input(editYearInput).output(savedYear).mutation(resolver(editYear)),

  remove: allow(actions.manage)
    .input(yearIdInput)
    .output(yearView.pick({ _id: true }))
    .mutation(resolver(removeYear)),
});
