"use client";

import { useEffect, useRef, useState } from "react";
import { useIsHere } from "@/components/form/use-lead";
import { fileFaultInWords } from "@/lib/file-fault";
import { withPlainName } from "@/lib/plain-file";
import { api } from "@/trpc/client";
import { type FormErrors, faultsOf } from "@/trpc/failure";
import { copy } from "../messages";
import { manyCopy as words } from "../messages-many";
import { guessAgain, guessOf, splitKnown } from "../rules-files";
import { type Outcome, sendAll } from "./left-uploads";
import { faultOf, isFaultOfFile, reportUpload, sendMaterial } from "./upload-file";

/** The fields of a file to publish. */
export type About = { materialName: string; className: string; subject: string };

/** A selected file; `version` changes when a field was set for all files, so that its inputs update. */
export type Upload = About & {
  id: string;
  file: File;
  version: number;
  state: "ready" | "waiting" | "sending" | "published";
  loaded: number;
  /** Why the file cannot be or was not published; `choose` if only another file helps. */
  fault?: string | undefined;
  choose?: boolean;
  /** What is wrong with its fields. */
  faults: FormErrors;
};

/** Values for all files of the list; dates are the texts of their fields. */
type Common = { availableFrom: string; until: string; tellClass: boolean };

/** A file with changed fields: their errors are cleared, unless only another file helps. */
export const withFields = (one: Upload, changes: Partial<About>): Upload => ({
  ...one,
  ...changes,
  faults: {},
  fault: one.choose ? one.fault : undefined,
});

/** A file that was not published, and why; `choose` if only another file helps. */
export function failedWith(error: unknown) {
  const [faults, fault] = [faultsOf(error), faultOf(error)];
  return { state: "ready", faults, fault, choose: isFaultOfFile(error) } as const satisfies Partial<Upload>;
}

let made = 0;

/** Files to publish together, each with its own progress and error. */
export function useManyUploads(maxMegabytes: number) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const [published, setPublished] = useState(0);
  const [skipped, setSkipped] = useState<readonly string[]>([]);
  const subjects = api.subjects.names.useQuery();
  const { materials } = api.useUtils();
  const ends = useRef(new Map<string, AbortController>());
  // Files taken off the list: the queue was read before and may still contain them.
  const removed = useRef(new Set<string>());
  const isHere = useIsHere();
  const busy = uploads.some(({ state }) => state === "waiting" || state === "sending");
  const isPending = uploads.length > 0;

  useEffect(() => {
    if (!isPending) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", warn);
    return () => window.removeEventListener("beforeunload", warn);
  }, [isPending]);

  function wrongWith(file: File) {
    const fault = fileFaultInWords(file, maxMegabytes, copy);
    return { fault, choose: fault !== undefined };
  }

  const patch = (id: string, changes: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...changes } : one)));

  function add(files: readonly File[]) {
    setPublished(0);
    const { fresh, known: twice } = splitKnown(
      files.map(withPlainName),
      uploads.map(({ file }) => file),
    );
    setSkipped(twice.map(({ name }) => name));
    const known = subjects.data ?? [];
    setUploads((all) => {
      const last = all.at(-1);
      const added = fresh.map((file): Upload => {
        const guess = guessOf(file.name, known);
        const about = {
          className: guess.className || (last?.className ?? ""),
          subject: guess.subject || (last?.subject ?? ""),
        };
        made += 1;
        return {
          id: `file ${made}`,
          file,
          version: 0,
          state: "ready",
          loaded: 0,
          faults: {},
          materialName: guess.materialName,
          ...about,
          ...wrongWith(file),
        };
      });
      return [...all, ...added];
    });
  }

  /** Sets a field of every file that is not uploaded yet. */
  function setAll(changes: Partial<About>) {
    setUploads((all) =>
      all.map((one) => (one.state === "ready" ? { ...withFields(one, changes), version: one.version + 1 } : one)),
    );
  }

  const change = (id: string, changes: Partial<About>) =>
    setUploads((all) => all.map((one) => (one.id === id ? withFields(one, changes) : one)));

  function remove(id: string) {
    removed.current.add(id);
    ends.current.get(id)?.abort();
    setSkipped([]);
    setUploads((all) => all.filter((one) => one.id !== id));
  }

  async function send(one: Upload, common: Common): Promise<Outcome> {
    if (removed.current.has(one.id)) return "cancelled";
    const end = new AbortController();
    ends.current.set(one.id, end);
    patch(one.id, { state: "sending", loaded: 0, fault: undefined, faults: {} });
    const { materialName, className, subject, file } = one;
    const { availableFrom, until, tellClass } = common;
    const input = { materialName, className, subject, tellClass, availableFrom: availableFrom || null };
    const times = { expiresAt: until || null, alwaysAvailable: until === "" };
    try {
      const onProgress = (loaded: number) => patch(one.id, { loaded });
      await sendMaterial(file, { ...input, ...times }, { signal: end.signal, onProgress });
      patch(one.id, { state: "published" });
      return "published";
    } catch (error) {
      if (end.signal.aborted) return "cancelled";
      const failed = failedWith(error);
      if (!failed.choose) reportUpload(error);
      patch(one.id, failed);
      return { name: file.name, fault: failed.fault };
    } finally {
      ends.current.delete(one.id);
    }
  }

  /** Publishes complete entries; incomplete ones show what is missing, and stay. */
  async function publish(common: Common) {
    const missing = (one: Upload): FormErrors => ({
      ...(!one.className && { className: words.chooseClass }),
      ...(!one.subject.trim() && { subject: words.typeSubject }),
      ...(!one.materialName.trim() && { materialName: words.typeName }),
    });
    const open = uploads.filter(({ state, choose }) => state === "ready" && !choose);
    const queue = open.filter((one) => Object.keys(missing(one)).length === 0);
    for (const one of open) {
      const faults = missing(one);
      const isComplete = queue.includes(one);
      patch(one.id, { faults, fault: undefined, state: isComplete ? "waiting" : "ready" });
    }
    setSkipped([]);
    setPublished(await sendAll(queue, (one) => send(one, common), isHere));
    setUploads((all) => all.filter(({ state }) => state !== "published"));
    await materials.invalidate();
  }

  function chooseAgain(id: string, chosen: File) {
    const file = withPlainName(chosen);
    const known = subjects.data ?? [];
    setUploads((all) =>
      all.map((one) =>
        one.id === id
          ? { ...one, ...guessAgain(one, one.file.name, file.name, known), ...wrongWith(file), file, faults: {} }
          : one,
      ),
    );
  }

  return { uploads, published, skipped, busy, add, setAll, change, remove, chooseAgain, publish };
}
