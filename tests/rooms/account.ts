import { administrator, member, type Permission, student, type World } from "../harness/callers";

const password = ({ password }: World) => ({ password });

export const procedures = {
  "account.get": { ...member, readOnly: true },
  "account.changeName": {
    ...member,
    userA: "FORBIDDEN",
    userB: "FORBIDDEN",
    why: "The name of a student on the roster is the office's.",
    input: () => ({ name: "Nila Sen" }),
  },
  "account.changePassword": {
    ...member,
    input: ({ password }) => ({ current: password, next: "a new green hill" }),
  },
  "account.signOutEverywhere": member,
  "account.exportData": member,
  "account.remove": { ...student, why: "Without an administrator nobody could run the site.", input: password },
  "account.beginCodes": { ...administrator, input: password },
  "account.confirmCodes": { ...administrator, input: async ({ appCode }) => ({ code: await appCode() }) },
  "account.endCodes": { ...administrator, input: password },
} satisfies Record<string, Permission>;
