"use client";

import { FileUp, Paperclip, X } from "lucide-react";
import { useRef, useState } from "react";
import { untilSent } from "@/components/form/until-sent";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { focusBeside } from "@/components/ui/take-focus";
import { fileFaultInWords } from "@/lib/file-fault";
import { acceptedExtensions } from "@/lib/file-kinds";
import { api } from "@/trpc/client";
import { messageOf, RefusedError } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import { mostFiles } from "../rules";
import type { NoticeView } from "../schema-office";

type NoticeUploadsProps = { notice: Pick<NoticeView, "_id" | "files" | "state">; maxMegabytes: number };

/** The files of a notice, with controls to add and remove them. An invalid file is rejected as soon as it is selected. */
export function NoticeUploads({ notice: { _id: id, files, state }, maxMegabytes }: NoticeUploadsProps) {
  const { notices } = api.useUtils();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const refresh = () => void notices.invalidate();
  const takeOff = api.notices.removeFile.useMutation({
    onMutate: () => setFailure(undefined),
    onError: (error) => setFailure(messageOf(error, copy.failedAct)),
    onSettled: refresh,
  });

  async function add(file: File | undefined) {
    if (input.current) input.current.value = "";
    if (!file) return;
    const fault = fileFaultInWords(file, maxMegabytes, copy);
    setFailure(fault);
    if (fault) return;
    setBusy(true);
    try {
      await untilSent(() => send(id, file));
    } catch (error) {
      setFailure(messageOf(error, copy.fileFailed));
    } finally {
      setBusy(false);
      // Also after an error, because the file may have been added.
      refresh();
    }
  }

  return (
    <Card as="section" aria-label={copy.files} tabIndex={-1} className="grid grid-cols-1 gap-3">
      <div>
        <h2 className="text-lg">{copy.files}</h2>
        <p className="text-ink-soft text-sm">
          {copy.filesHint(maxMegabytes)} {state === "published" && copy.filesChangeHint}
        </p>
      </div>
      {files.length > 0 && (
        <ul className="grid gap-1.5">
          {files.map(({ key, name, href }) => (
            <li key={key} tabIndex={-1} className="flex items-center gap-2 rounded-sm text-sm">
              <Paperclip aria-hidden className="size-4 shrink-0 text-ink-soft" />
              <a href={href} target="_blank" rel="noopener" className="link wrap-anywhere min-w-0 grow rounded-sm">
                {name}
              </a>
              <Button
                variant="quiet"
                size="small"
                aria-label={copy.takeOff(name)}
                disabled={takeOff.isPending}
                onClick={({ currentTarget }) => {
                  focusBeside(currentTarget);
                  takeOff.mutate({ id, key });
                }}
              >
                <X aria-hidden className="size-4.5" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      <input
        ref={input}
        type="file"
        accept={acceptedExtensions}
        aria-label={copy.addFile}
        hidden
        onInput={({ currentTarget }) => void add(currentTarget.files?.[0])}
      />
      {failure && <Alert tone="error">{failure}</Alert>}
      {files.length < mostFiles && (
        <Button variant="secondary" busy={busy} busyText={copy.sendingFile} onClick={() => input.current?.click()}>
          <FileUp aria-hidden className="size-4.5" />
          {copy.addFile}
        </Button>
      )}
    </Card>
  );
}

async function send(id: string, file: File): Promise<void> {
  const form = new FormData();
  form.append("file", file);
  const answer = await fetch(`/api/notices/${id}/files`, { method: "POST", body: form });
  if (answer.ok) return;
  const body: unknown = await answer.json().catch(() => null);
  const isRefusal = typeof body === "object" && body !== null && "message" in body && typeof body.message === "string";
  throw new RefusedError(isRefusal ? String(body.message) : copy.fileFailed);
}
