import "server-only";
import { allow, publicProcedure, router } from "@/server/trpc/trpc";
import { readSettings, setting } from "./data";
import { changeSetting } from "./mutations";
import { actions } from "./rules";
import { clockView, settingInput, settingsView } from "./schema";

export const settingsRouter = router({
  /** How times are written, on pages for everyone. */
  clock: publicProcedure.output(clockView).query(async () => ({ clock: await setting("clock") })),

  /** All settings. */
  get: allow(actions.manage).output(settingsView).query(readSettings),

  /** Changes one setting. */
  change: allow(actions.manage)
    .input(settingInput)
    .output(settingsView)
    .mutation(({ ctx, input }) => changeSetting(input, ctx.principal)),
});
