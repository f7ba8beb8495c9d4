import { member, type Permission, staff, student, type World } from "../harness/callers";

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
  "account.beginCodes": { ...staff, input: password },
  "account.confirmCodes": {
    ...staff,
    ...{ teacher: "BAD_REQUEST", otherTeacher: "BAD_REQUEST", office: "BAD_REQUEST" },
    why: "The code is of the administrator's app.",
    input: async ({ appCode }) => ({ code: await appCode() }),
  },
  "account.endCodes": { ...staff, input: password },
} satisfies Record<string, Permission>;
