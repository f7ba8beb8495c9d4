import { beginSecondFactor } from "@/server/auth/second-factor";
import { db } from "@/server/db/client";
import { createStaff } from "../factories";
import { administrator, type Permission } from "../harness/callers";

const another = async () => ({ userId: (await createStaff({ role: "office" })).user.id });

export const procedures = {
  "staff.list": { ...administrator, readOnly: true },
  "staff.add": {
    ...administrator,
    input: () => ({ name: "Imran Qureshi", email: "imran@example.org", role: "office" }),
  },
  "staff.edit": {
    ...administrator,
    input: async ({ password }) => ({ ...(await another()), name: "Mira Iyer", password }),
  },
  "staff.grant": { ...administrator, input: async () => ({ ...(await another()), role: "teacher", className: 8 }) },
  "staff.endGrant": {
    ...administrator,
    input: async () => {
      const grant = await db().staffGrant.findFirstOrThrow({ where: await another() });
      return { id: grant.id };
    },
  },
  "staff.endAccess": { ...administrator, input: another },
  "staff.makeCode": { ...administrator, input: another },
  "staff.resetSecondStep": {
    ...administrator,
    input: async ({ password }) => {
      const one = await another();
      await db().$transaction((tx) => beginSecondFactor(tx, one.userId, "someone"));
      return { ...one, password };
    },
  },
} satisfies Record<string, Permission>;
