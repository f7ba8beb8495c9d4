import { everyone, everyoneGets, member, type Permission, type RestRow, student } from "../harness/callers";

const nila = { name: "Nila", email: "nila@example.org", password: "six green hills" };

// Logins and passwords need writes, since failures are counted.
export const procedures = {
  "auth.login": {
    ...everyone,
    input: ({ emailOfA, password }) => ({ identifier: emailOfA, password, role: "user" }),
  },
  "auth.signup": { ...everyone, input: () => nila },
  "auth.logout": member,
  "auth.requestReset": { ...everyone, input: ({ emailOfA }) => ({ email: emailOfA }) },
  "auth.resetPassword": {
    ...everyone,
    input: async ({ mailedToken }) => ({ token: await mailedToken("reset"), password: "a new green hill" }),
  },
  "auth.confirmEmail": { ...everyone, input: async ({ mailedToken }) => ({ token: await mailedToken("confirm") }) },
  // No email is enqueued without a mail server.
  "auth.resendConfirmation": { ...student, why: "An address is confirmed on the user side.", readOnly: true },
} satisfies Record<string, Permission>;

export const requests = {
  "POST /api/student/login": {
    ...everyoneGets(200),
    request: ({ emailOfA, password }) => ({ json: { email: emailOfA, password } }),
  },
  "POST /api/student/signup": { ...everyoneGets(201), request: () => ({ json: nila }) },
  "POST /api/auth/login": {
    ...everyoneGets(200),
    request: ({ password }) => ({ json: { identifier: "admin", password, role: "admin" } }),
  },
  "POST /api/auth/logout": {
    visitor: 401,
    userA: 204,
    userB: 204,
    guardian: 204,
    strangersGuardian: 204,
    teacher: 204,
    office: 204,
    admin: 204,
    expired: 401,
    revoked: 401,
  },
} satisfies Record<string, RestRow>;
