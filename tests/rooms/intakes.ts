import { everyone, office, type Permission } from "../harness/callers";

export const procedures = {
  "intakes.waiting": { ...everyone, readOnly: true },
  "intakes.list": { ...office, input: () => ({}), readOnly: true },
  "intakes.save": {
    ...office,
    input: async ({ admin }) => {
      const { years } = await admin.years.list();
      const given = { label: "2070", firstDay: "2070-06-08", lastDay: "2071-04-30" };
      const { _id: year } = years[0] ?? (await admin.years.add(given));
      return { year, intakes: [{ className: 7, seats: 30, opensOn: "2070-01-01", closesOn: "2070-03-31" }] };
    },
  },
} satisfies Record<string, Permission>;
