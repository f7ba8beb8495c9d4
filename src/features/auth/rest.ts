import "server-only";
import { z } from "zod";
import { momentView } from "@/lib/fields";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { bodyOf, readBody } from "@/server/rest/input";
import { copy } from "./messages";
import type { authRouter } from "./router";
import { accountView, loginInput, signupInput } from "./schema";

type Caller = { auth: ReturnType<typeof authRouter.createCaller> };

const student = accountView.omit({ username: true }).meta({ id: "Student" });
const example = { _id: "019376a0-3d5c-7a18-9b0d-2e4f6a8b0c1d", name: "Asha Rao", email: "asha@example.org" };
const pair = { email: example.email, password: "seven green lanterns" };
const token = "kX2vT8pQ4mZ1sR7nB5cW9yL3fH6jD0gA";
const expiresAt = new Date("2026-11-20T21:30:00.000Z");
const welcome = z.object({
  token: z.string(),
  expiresAt: momentView,
  user: student,
  msg: z.string(),
  message: z.string(),
});

const studentLoginInput = z.strictObject({
  email: loginInput.shape.identifier.meta({ format: "email" }),
  password: loginInput.shape.password,
});

// Their documented path differs from the room's name (spec §7): one of two exceptions, beside /notifications.
const studentLogin = call({
  method: "post",
  path: "/student/login",
  operationId: "loginStudent",
  tags: ["Accounts"],
  summary: "Logs a student in",
  description: "Send the token as `Authorization: Bearer`; it lasts 12 hours. Errors contain `msg`, too.",
  takes: { json: { schema: studentLoginInput, example: pair } },
  refuses: ["UNAUTHORIZED", "TOO_MANY_REQUESTS"],
  responses: {
    200: response("Logged in", welcome, {
      token,
      expiresAt,
      user: { ...example, role: "user" },
      msg: copy.loggedIn,
      message: copy.loggedIn,
    }),
  },
});

const studentSignup = call({
  method: "post",
  path: "/student/signup",
  operationId: "signUpStudent",
  tags: ["Accounts"],
  summary: "Creates a student's account, and logs in to it",
  description:
    "A student who signs up agrees to the Terms of Use and the Privacy Policy; the time and the version of the text are stored.",
  takes: { json: { schema: signupInput, example: { name: example.name, ...pair } } },
  refuses: ["CONFLICT", "TOO_MANY_REQUESTS"],
  responses: {
    201: response("The account is created", welcome, {
      token,
      expiresAt,
      user: { ...example, role: "user" },
      msg: copy.signedUp,
      message: copy.signedUp,
    }),
  },
});

const login = call({
  method: "post",
  path: "/auth/login",
  operationId: "login",
  tags: ["Accounts"],
  summary: "Logs a person in on the user side or the admin side",
  description:
    "`role` is the side: `user` for students and families, `admin` for staff and the administrator; `user.role` in the response repeats it. Send the token as `Authorization: Bearer`. A token is valid for its own side only: a token of the user side never opens the office, even if the person works there. `identifier` is an email address, an admission number or a phone number; on the admin side, it is an email address or the administrator's username. A token lasts 12 hours, or 30 days on the user side with `remember`; on the admin side, it also ends after 30 minutes without a call. Once the password is right, the admin side may ask for a `code` of the two-step login, or for a `newPassword` if a staff member's password is too short: the error then names the field in `issues`. If the institute requires two-step login, a token without it is refused with 403.",
  takes: { json: { schema: loginInput, example: { identifier: "admin", password: pair.password, role: "admin" } } },
  refuses: ["UNAUTHORIZED", "TOO_MANY_REQUESTS"],
  responses: {
    200: response(
      "Logged in",
      z.object({
        success: z.literal(true),
        message: z.string(),
        token: z.string(),
        expiresAt: momentView,
        user: accountView.meta({ id: "Account" }),
      }),
      {
        success: true,
        message: copy.loggedIn,
        token,
        expiresAt,
        user: { ...example, name: "Administrator", role: "admin", email: null, username: "admin" },
      },
    ),
  },
});

const logout = call({
  method: "post",
  path: "/auth/logout",
  operationId: "logout",
  tags: ["Accounts"],
  summary: "Ends the session of the token",
  security: forMembers,
  replays: false,
  responses: { 204: { description: "Logged out" } },
});

function studentIn({ username: _, ...account }: z.output<typeof accountView>) {
  return account;
}

export const authRest = restOf<Caller>()
  .openapi(studentLogin, async (context) => {
    const { email: identifier, password } = readBody(context, studentLoginInput);
    const { token, expiresAt, user } = await context.var.caller.auth.login({ identifier, password, role: "user" });
    return context.json({ token, expiresAt, user: studentIn(user), msg: copy.loggedIn, message: copy.loggedIn }, 200);
  })
  .openapi(studentSignup, async (context) => {
    // The page's signup does not log in (spec §4); the documented response contains a token (decision 8).
    const asked = { ...readBody(context, signupInput), openSession: true };
    const { token, expiresAt, ...user } = await context.var.caller.auth.signup(asked);
    if (token === null || expiresAt === null) throw new Error("A signup that opens a session must return its token.");
    return context.json({ token, expiresAt, user: studentIn(user), msg: copy.signedUp, message: copy.signedUp }, 201);
  })
  .openapi(login, async (context) => {
    const { token, expiresAt, user } = await context.var.caller.auth.login(bodyOf(context));
    return context.json({ success: true as const, message: copy.loggedIn, token, expiresAt, user }, 200);
  })
  .openapi(logout, async (context) => {
    await context.var.caller.auth.logout();
    return context.body(null, 204);
  });
