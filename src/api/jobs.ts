import "server-only";
import { z } from "zod";
import { removeFile, sweepUploads } from "@/features/materials/mutations";
import type { Jobs } from "@/server/jobs";

const hour = 60 * 60 * 1000;

/** All that the product does on its own. */
export const jobs: Jobs = {
  tasks: {
    /** Deletes the file of a material that is gone. */
    removeFile: async (payload) => removeFile(z.object({ key: z.string() }).parse(payload).key),

    /** Clears what broken uploads left behind, an hour after they were last heard of. */
    sweepUploads: async () => {
      await sweepUploads(new Date(Date.now() - hour));
    },
  },
  crontab: "7 * * * * sweepUploads",
};
