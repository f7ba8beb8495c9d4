"use client";

import { FileUp } from "lucide-react";
import { useId, useRef, useState } from "react";
import { untilSent } from "@/components/form/until-sent";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { ProgressBar } from "@/components/ui/progress-bar";
import { passFocusOn } from "@/components/ui/take-focus";
import { toast } from "@/components/ui/toast";
import { fileFaultInWords } from "@/lib/file-fault";
import { acceptedExtensions } from "@/lib/file-kinds";
import { api } from "@/trpc/client";
import { messageOf } from "@/trpc/failure";
import { copy } from "../messages";
import { officeCopy as words } from "../messages-office";
import { uploadCopy } from "../messages-upload";
import { reportUpload, sendReplacement } from "./upload-file";

type ReplaceFileProps = { id: string; materialName: string; maxMegabytes: number };

/** Replaces the file of a material; its link stays. An invalid file is rejected as soon as it is selected. */
export function ReplaceFile({ id, materialName, maxMegabytes }: ReplaceFileProps) {
  const field = useId();
  const box = useRef<HTMLDivElement>(null);
  const { materials } = api.useUtils();
  const end = useRef<AbortController>(undefined);
  const [sent, setSent] = useState<{ size: number; loaded: number }>();
  const [fault, setFault] = useState<string>();

  async function replace(file: File) {
    const wrong = fileFaultInWords(file, maxMegabytes, copy);
    setFault(wrong);
    if (wrong) return;
    setSent({ size: file.size, loaded: 0 });
    end.current = new AbortController();
    const { signal } = end.current;
    const onProgress = (loaded: number) => setSent({ size: file.size, loaded });
    try {
      await untilSent(() => sendReplacement(file, id, { signal, onProgress }));
      toast.success(words.replaced);
      await materials.invalidate();
    } catch (error) {
      if (signal.aborted) return;
      reportUpload(error);
      const message = messageOf(error, uploadCopy.uploadFailed);
      // The dialog may have been closed in the meantime.
      if (box.current) setFault(message);
      else toast.error(`${materialName}: ${message}`);
    } finally {
      setSent(undefined);
    }
  }

  // Once the upload is complete, the server replaces the file whatever happens here.
  const isLeaving = sent !== undefined && sent.loaded < sent.size;
  return (
    <div ref={box} className="grid grid-cols-1 gap-2 border-line border-t pt-4">
      <div className="relative flex w-fit max-w-full items-center gap-2 rounded-md border border-line-strong px-3.5 py-2 font-semibold text-sm focus-within:outline-3 focus-within:outline-accent hover:border-accent hover:bg-accent-soft">
        <FileUp aria-hidden className="size-4.5" />
        <label htmlFor={field}>{words.replace}</label>
        <input
          id={field}
          type="file"
          accept={acceptedExtensions}
          disabled={sent !== undefined}
          aria-describedby={`${field}-hint`}
          // An empty value lets the same file be picked again after a failure.
          onClick={({ currentTarget }) => {
            currentTarget.value = "";
          }}
          onChange={({ target }) => target.files?.[0] && void replace(target.files[0])}
          className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
      </div>
      <p id={`${field}-hint`} className="text-ink-soft text-sm">
        {words.replaceHint} {words.kinds(maxMegabytes)}
      </p>
      {sent && (
        <ProgressBar
          label={isLeaving ? uploadCopy.uploading : uploadCopy.checking}
          value={isLeaving ? (100 * sent.loaded) / sent.size : undefined}
        />
      )}
      {isLeaving && (
        <div>
          <Button ref={passFocusOn} variant="quiet" onClick={() => end.current?.abort()}>
            {uploadCopy.cancel}
          </Button>
        </div>
      )}
      {fault && <Alert tone="error">{fault}</Alert>}
    </div>
  );
}
