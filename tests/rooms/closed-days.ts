import { everyone, office, officeGets, type Permission, type RestRow, type World } from "../harness/callers";

const diwali = { firstDay: "2026-11-06", lastDay: "2026-11-11", kind: "closed", name: "Diwali" } as const;

const idOfAdded = async ({ admin }: Pick<World, "admin">) => (await admin.closedDays.add(diwali))._id;

export const procedures = {
  "closedDays.list": { ...office, input: () => ({}), readOnly: true },
  "closedDays.coming": { ...everyone, input: () => ({ from: "2026-11-01" }), readOnly: true },
  "closedDays.add": { ...office, input: () => ({ firstDay: "2027-01-26", name: "Republic Day" }) },
  "closedDays.remove": { ...office, input: async (world) => ({ id: await idOfAdded(world) }) },
} satisfies Record<string, Permission>;

export const requests = {
  "GET /api/closed-days": officeGets(200),
  "POST /api/closed-days": { ...officeGets(201), request: () => ({ json: diwali }) },
  "DELETE /api/closed-days/{id}": {
    ...officeGets(200),
    request: async (world) => ({ path: `/api/closed-days/${await idOfAdded(world)}` }),
  },
} satisfies Record<string, RestRow>;
