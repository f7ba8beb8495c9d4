import "server-only";
import { z } from "zod";
import { allow, router } from "@/server/trpc/trpc";
import { listChildren } from "./data";
import { actions } from "./rules";
import { childView } from "./schema";

export const guardiansRouter = router({
  /** Whose guardian the person is; nobody's is answered like somebody's whose links have all ended. */
  children: allow(actions.readOwn)
    .output(z.array(childView))
    .query(({ ctx }) => listChildren(ctx.principal.userId)),
});
