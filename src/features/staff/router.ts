import "server-only";
import type { Duty } from "@/lib/may";
import { allow, router, thenShow } from "@/server/trpc/trpc";
import { endedViewOf, getMember, listAllStaff } from "./data";
import { addStaff, editStaff, endAccess, endGrant, grantMore, makeStaffCode, resetSecondStep } from "./mutations";
import { actions } from "./rules";
import * as schema from "./schema";

/** The router of the staff; `duties` are those of all rooms. */
export const createStaffRouter = (duties: readonly Duty[]) =>
  router({
    list: allow(actions.manage)
      .output(schema.staffView)
      .query(async () => ({ ...(await listAllStaff(new Date())), duties: [...duties] })),

    add: allow(actions.manage)
      .input(schema.addStaffInput)
      .output(schema.changedStaffView)
      .mutation(async ({ ctx, input }) => {
        const { userId, code } = await addStaff(input, ctx.principal, new Date());
        return { member: await getMember(userId, new Date()), code };
      }),

    /** Changes name or address of a colleague. */
    edit: allow(actions.manage)
      .input(schema.editStaffInput)
      .output(schema.staffMember)
      .mutation(async ({ ctx, input }) => {
        await editStaff(input, ctx.principal, ctx, new Date());
        return getMember(input.userId, new Date());
      }),

    grant: allow(actions.manage)
      .input(schema.grantInput)
      .output(schema.staffMember)
      .mutation(thenShow(grantMore, ({ userId }, _by, now) => getMember(userId, now))),

    /** Ends one grant of a person. Returns the exams that now lack a teacher and, after the last grant, scheduled publications. */
    endGrant: allow(actions.manage)
      .input(schema.grantIdInput)
      .output(schema.endedView)
      .mutation(async ({ ctx, input: { id } }) => endedViewOf(await endGrant(id, ctx.principal, new Date()))),

    /** Ends all grants and admin sessions of a person. Returns the exams that now lack a teacher, and scheduled publications. */
    endAccess: allow(actions.manage)
      .input(schema.staffIdInput)
      .output(schema.endedView)
      .mutation(async ({ ctx, input: { userId } }) => endedViewOf(await endAccess(userId, ctx.principal, new Date()))),

    /** Creates a code for the first login or a new password, which is shown once. */
    makeCode: allow(actions.manage)
      .input(schema.staffIdInput)
      .output(schema.changedStaffView)
      .mutation(async ({ ctx, input }) => {
        const code = await makeStaffCode(input.userId, ctx.principal, new Date());
        return { member: await getMember(input.userId, new Date()), code };
      }),

    /** Turns off the second factor of a colleague. */
    resetSecondStep: allow(actions.manage)
      .input(schema.resetSecondStepInput)
      .output(schema.staffMember)
      .mutation(async ({ ctx, input }) => {
        await resetSecondStep(input, ctx.principal, ctx, new Date());
        return getMember(input.userId, new Date());
      }),
  });
