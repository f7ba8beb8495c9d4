import { administrator, office, officeGets, type Permission, type RestRow, type World } from "../harness/callers";

const year = (first: number) => ({ label: `${first}`, firstDay: `${first}-06-08`, lastDay: `${first + 1}-04-30` });
const idOf = async ({ admin }: World, first: number) => (await admin.years.add(year(first)))._id;

export const procedures = {
  "years.list": { ...office, readOnly: true },
  "years.add": { ...administrator, input: () => year(2040) },
  "years.edit": { ...administrator, input: async (world) => ({ ...year(2050), id: await idOf(world, 2050) }) },
  "years.remove": { ...administrator, input: async (world) => ({ id: await idOf(world, 2060) }) },
} satisfies Record<string, Permission>;

export const requests = { "GET /api/years": officeGets(200) } satisfies Record<string, RestRow>;
