"use client";

import { useState } from "react";
import type { z } from "zod";
import { untilSent } from "@/components/form/until-sent";
import { useIsHere } from "@/components/form/use-lead";
import { RefusedError } from "@/trpc/failure";
import { useUploadThing } from "@/trpc/uploads";
import type { materialInput } from "../schema";
import { tellElsewhere } from "./left-uploads";
import { failureOf, faultOf, refusalIn, reportUpload } from "./upload-file";

/** Uploads a file with its fields; `progress` is 0 to 100 during upload and inspection, otherwise null. */
export function useMaterialUpload() {
  const [progress, setProgress] = useState<number | null>(null);
  // One controller per attempt, since aborting is final.
  const [attempt, setAttempt] = useState(() => new AbortController());
  const isHere = useIsHere();
  const { startUpload } = useUploadThing("material", {
    signal: attempt.signal,
    uploadProgressGranularity: "fine",
    onUploadProgress: setProgress,
    // Without this, `startUpload` swallows failures.
    onUploadError(error) {
      throw refusalIn(error) ?? error;
    },
  });

  async function upload(file: File, material: z.input<typeof materialInput>): Promise<"published" | "cancelled"> {
    setProgress(0);
    try {
      const [sent] = (await untilSent(() => startUpload([file], material))) ?? [];
      const { refused, material: published } = sent?.serverData ?? {};
      if (refused) throw new RefusedError(refused.message, refused.issues, refused.code);
      if (!published) throw new Error("The upload ended without a response.");
      if (!isHere()) tellElsewhere(["published"]);
      return "published";
    } catch (cause) {
      if (attempt.signal.aborted) return "cancelled";
      const error = await failureOf(cause, file);
      reportUpload(error);
      if (!isHere()) tellElsewhere([{ name: file.name, fault: faultOf(error) }]);
      throw error;
    } finally {
      setProgress(null);
      setAttempt(new AbortController());
    }
  }

  return { upload, progress, cancel: () => attempt.abort() };
}
