import "server-only";
import { z } from "zod";
import { idField } from "@/lib/fields";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { idOf, readAllowed } from "@/server/rest/input";
import { copy } from "./messages";
import type { guardiansRouter } from "./router";
import { editGuardianInput, guardianView } from "./schema-people";

type Caller = { guardians: ReturnType<typeof guardiansRouter.createCaller> };

const example = {
  _id: "019376a0-4e6d-7b29-8c1e-3f5a7b9c0d1e",
  name: "Mira Rao",
  phone: "+919876543210",
  email: "mira@example.org",
  hasLogin: true,
  isFormerAddressTold: true,
  isStaff: false,
  children: [{ name: "Asha Rao", relation: "mother", className: "7", section: "A" }],
  rowVersion: 2,
  changes: [],
};

const tags: [string] = ["Guardians"];
const path = z.strictObject({ id: idField.describe("The `guardianId` of a guardianship") });
const changes = editGuardianInput.omit({ guardianId: true });

const get = call({
  security: forMembers,
  tags,
  description: "For the office.",
  method: "get",
  path: "/guardians/{id}",
  operationId: "getGuardian",
  summary: "Returns a guardian with the children and the changes by the office",
  takes: { path },
  refuses: ["FORBIDDEN", "NOT_FOUND"],
  responses: { 200: response("The guardian", guardianView.meta({ id: "Guardian" }), example) },
});

const edit = call({
  security: forMembers,
  tags,
  method: "patch",
  path: "/guardians/{id}",
  operationId: "editGuardian",
  summary: "Changes name, phone number or address of a guardian for all children; absent fields stay unchanged",
  description:
    "For the office. A new address counts as not confirmed; the former address is notified if `isFormerAddressTold` is true. Only an administrator can change a guardian who works here.",
  takes: { path, json: { schema: changes, example: { phone: example.phone, rowVersion: 1 } } },
  refuses: ["FORBIDDEN", "NOT_FOUND", "CONFLICT"],
  responses: {
    200: response("The guardian is saved", guardianView.extend({ message: z.string() }), {
      message: copy.personSaved,
      ...example,
    }),
  },
});

/** The REST paths for guardians as people. */
export const peopleRest = restOf<Caller>()
  .openapi(get, async (context) =>
    context.json(await context.var.caller.guardians.get({ guardianId: idOf(context).id }), 200),
  )
  .openapi(edit, async (context) => {
    const { guardians } = context.var.caller;
    const given = await readAllowed(context, changes, guardians.editPerson);
    const saved = await guardians.editPerson({ ...given, guardianId: idOf(context).id });
    return context.json({ message: copy.personSaved, ...saved }, 200);
  });
