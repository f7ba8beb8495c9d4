import "server-only";
import { allow, publicProcedure, resolver, router } from "@/server/trpc/trpc";
import { isAdmissionOpenAt, readSettings, seasonAt, setting } from "./data";
import { changeSetting } from "./mutations";
import { actions } from "./rules";
import { clockView, seasonView, settingInput, settingsView } from "./schema";

export const settingsRouter = router({
  /** The time format, for everyone. */
  clock: publicProcedure.output(clockView).query(async () => ({ clock: await setting("clock") })),

  season: publicProcedure.output(seasonView).query(async () => {
    const now = new Date();
    return { season: await seasonAt(now), isOpen: await isAdmissionOpenAt(now) };
  }),

  get: allow(actions.manage).output(settingsView).query(readSettings),

  change: allow(actions.manage).input(settingInput).output(settingsView).mutation(resolver(changeSetting)),
});
