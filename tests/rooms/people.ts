import { db } from "@/server/db/client";
import { administrator, type Permission } from "../harness/callers";

export const procedures = {
  "people.find": { ...administrator, input: ({ emailOfA }) => ({ email: emailOfA }), readOnly: true },
  "people.search": { ...administrator, input: () => ({ text: "Asha" }), readOnly: true },
  "people.get": { ...administrator, input: ({ idOfA: id }) => ({ id }), readOnly: true },
  "people.export": { ...administrator, input: ({ emailOfA, password }) => ({ email: emailOfA, password }) },
  "people.erase": { ...administrator, input: ({ emailOfA, password }) => ({ email: emailOfA, password }) },
  "people.exportById": { ...administrator, input: ({ idOfA: id, password }) => ({ id, password }) },
  "people.eraseById": { ...administrator, input: ({ idOfA: id, password }) => ({ id, password }) },
  "people.openLogin": {
    ...administrator,
    input: async ({ password }) => {
      const { id } = await db().user.create({ data: { name: "Kiran Das", loginClosedAt: new Date() } });
      return { id, password };
    },
  },
  "people.requests": { ...administrator, readOnly: true },
} satisfies Record<string, Permission>;
