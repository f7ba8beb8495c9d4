import "server-only";
import { z } from "zod";
import { memberProcedure, publicProcedure, router } from "@/server/trpc";
import { login, revokeSession, signup } from "./mutations";
import { accountView, loginInput, sessionView, signupInput } from "./schema";

export const authRouter = router({
  /** Opens a session for the right pair. */
  login: publicProcedure
    .input(loginInput)
    .output(sessionView)
    .mutation(({ input }) => login(input, new Date())),

  /** Makes a student's account. */
  signup: publicProcedure
    .input(signupInput)
    .output(accountView)
    .mutation(({ input }) => signup(input)),

  /** Ends the session of this call. */
  logout: memberProcedure.output(z.null()).mutation(async ({ ctx }) => {
    await revokeSession(ctx.principal.sessionId, new Date());
    return null;
  }),
});
