import "server-only";
import { z } from "zod";
import { AppError } from "@/lib/errors";
import { allow, nothing, router } from "@/server/trpc/trpc";
import type { PeopleData } from "./data";
import { listErasureRequests, searchPeople } from "./data";
import { say } from "./messages";
import { erasePerson, erasePersonById, exportPerson, exportPersonById, openLoginAgain } from "./mutations";
import { actions } from "./rules";
import {
  erasureRequestView,
  findPersonInput,
  foundPersonView,
  heldView,
  personalDataView,
  personByIdInput,
  personHeldView,
  personIdInput,
  personInput,
  searchPeopleInput,
} from "./schema";

/** The procedures of the people room, given the data of all rooms. */
export const createPeopleRouter = (data: PeopleData) =>
  router({
    /** A summary of the data about the person with an address. A mutation, because an address must not be in a URL. */
    find: allow(actions.manage)
      .input(findPersonInput)
      .output(heldView)
      .mutation(async ({ input }) => {
        const held = await data.countHeld(input.email);
        if (!held) throw new AppError("NOT_FOUND", say("nothingHeld"));
        return held;
      }),

    /** At most twenty people, by name. A mutation, because a name must not be in a URL. */
    search: allow(actions.manage)
      .input(searchPeopleInput)
      .output(z.array(foundPersonView))
      .mutation(({ input }) => searchPeople(input.text)),

    get: allow(actions.manage)
      .input(personIdInput)
      .output(personHeldView)
      .query(async ({ input }) => {
        const held = await data.countHeldOf(input.id);
        if (!held) throw new AppError("NOT_FOUND", say("nobody"));
        return held;
      }),

    /** Exports the selected rows under an address, on request of the person. */
    export: allow(actions.manage)
      .input(personInput)
      .output(personalDataView)
      .mutation(({ ctx, input }) => exportPerson(data, input, ctx.principal, ctx)),

    /** Erases the selected rows under an address, on request of the person or a guardian. */
    erase: allow(actions.manage)
      .input(personInput)
      .output(nothing)
      .mutation(({ ctx, input }) => erasePerson(data, input, ctx.principal, ctx)),

    exportById: allow(actions.manage)
      .input(personByIdInput)
      .output(personalDataView)
      .mutation(({ ctx, input }) => exportPersonById(data, input, ctx.principal, ctx)),

    eraseById: allow(actions.manage)
      .input(personByIdInput)
      .output(nothing)
      .mutation(({ ctx, input }) => erasePersonById(input, ctx.principal, ctx)),

    /** Opens a closed login again. The first login needs a code from the office. */
    openLogin: allow(actions.manage)
      .input(personByIdInput)
      .output(nothing)
      .mutation(({ ctx, input }) => openLoginAgain(input, ctx.principal, ctx)),

    requests: allow(actions.manage)
      .output(z.array(erasureRequestView))
      .query(() => listErasureRequests()),
  });
