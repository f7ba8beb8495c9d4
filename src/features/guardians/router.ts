import "server-only";
import { z } from "zod";
import { allow, router } from "@/server/trpc/trpc";
import { listOverview, listOwnChildren } from "./data-overview";
import { actions } from "./rules";
import { childOverview, childView } from "./schema";

export const guardiansRouter = router({
  /** Whose guardian the person is; nobody's is answered like somebody's whose links have all ended. */
  children: allow(actions.readOwn)
    .output(z.array(childView))
    .query(({ ctx }) => listOwnChildren(ctx.principal)),

  /** The same with what is new and next of each child. */
  overview: allow(actions.readOwn)
    .output(z.array(childOverview))
    .query(({ ctx }) => listOverview(ctx.principal, new Date())),
});
