"use client";

import { useState } from "react";
import type { z } from "zod";
import type { Faults } from "@/lib/faults";
import { useOneAtATime } from "@/lib/one-at-a-time";
import { useUploadThing } from "@/trpc/uploads";
import { copy } from "../copy";
import type { materialInput } from "../schema";

type Outcome = { tone: "success" | "error" | "info"; message: string; faults: Faults };
type Refusal = { message: string; issues: { path: (string | number)[]; message: string }[] };

/** Sends a file and what belongs to it; `progress` is 0 to 100 while it travels and is looked at, else null. */
export function useMaterialUpload() {
  const [progress, setProgress] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  // Each try has one of its own: one that was cancelled stays so.
  const [attempt, setAttempt] = useState(() => new AbortController());
  const sending = useOneAtATime();
  const { startUpload } = useUploadThing("material", {
    signal: attempt.signal,
    uploadProgressGranularity: "fine",
    onUploadProgress: setProgress,
    onUploadError: (error) => fail(error, refusalIn(error)),
  });

  function fail(error: unknown, refusal: Refusal | undefined) {
    console.error(error);
    const faults = Object.fromEntries(
      (refusal?.issues ?? []).map((issue) => [String(issue.path.at(-1)), issue.message]),
    );
    setOutcome({ tone: "error", message: refusal?.message ?? copy.uploadFailed, faults });
  }

  /** True when the material is published; false too while another one is on its way. */
  async function upload(file: File, material: z.input<typeof materialInput>): Promise<boolean> {
    if (!sending.begin()) return false;
    setProgress(0);
    try {
      const [sent] = (await startUpload([file], material)) ?? [];
      const answer = sent?.serverData;
      if (answer?.refused) fail(answer.refused.message, answer.refused);
      if (!answer?.material) return false;
      setOutcome({ tone: "success", message: copy.uploaded, faults: {} });
      return true;
    } catch (error) {
      if (attempt.signal.aborted) setOutcome({ tone: "info", message: copy.uploadCancelled, faults: {} });
      else fail(error, undefined);
      return false;
    } finally {
      setProgress(null);
      setAttempt(new AbortController());
      sending.end();
    }
  }

  return { upload, progress, outcome, cancel: () => attempt.abort(), forget: () => setOutcome(null) };
}

// UploadThing hands over what the route refuses as the cause, whatever its types say, and what the embedded store refuses as the
// data. What the cloud's own store says is not written for people, and has no code of ours.
function refusalIn(error: unknown): Refusal | undefined {
  const { cause, data } = Object(error) as { cause?: Partial<Refusal>; data?: { error?: string; code?: string } };
  if (cause?.message !== undefined && cause.issues !== undefined)
    return { message: cause.message, issues: cause.issues };
  return data?.error !== undefined && data.code !== undefined ? { message: data.error, issues: [] } : undefined;
}
