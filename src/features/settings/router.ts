import "server-only";
import { allow, publicProcedure, router } from "@/server/trpc/trpc";
import { readSettings, seasonAt, setting } from "./data";
import { readLogo, viewOfLogo } from "./data-logo";
import { changeSetting } from "./mutations";
import { changeLogo, removeLogo } from "./mutations-logo";
import { actions } from "./rules";
import { clockView, logoInput, logoView, seasonView, settingInput, settingsView } from "./schema";

export const settingsRouter = router({
  /** How times are written, on pages for everyone. */
  clock: publicProcedure.output(clockView).query(async () => ({ clock: await setting("clock") })),

  /** The season that admission is open for, on pages for everyone. */
  season: publicProcedure.output(seasonView).query(async () => ({ season: await seasonAt(new Date()) })),

  /** All settings. */
  get: allow(actions.manage).output(settingsView).query(readSettings),

  /** Changes one setting. */
  change: allow(actions.manage)
    .input(settingInput)
    .output(settingsView)
    .mutation(({ ctx, input }) => changeSetting(input, ctx.principal)),

  /** The logo of letters. */
  logo: allow(actions.manage)
    .output(logoView)
    .query(async () => viewOfLogo(await readLogo())),

  /** Takes a picture as the logo of letters. */
  changeLogo: allow(actions.manage)
    .input(logoInput)
    .output(logoView)
    .mutation(({ ctx, input }) => changeLogo(input.base64, ctx.principal)),

  /** Letters have no logo from now on. */
  removeLogo: allow(actions.manage)
    .output(logoView)
    .mutation(({ ctx }) => removeLogo(ctx.principal)),
});
