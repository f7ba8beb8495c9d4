"use client";

import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { Issue } from "@/lib/errors";
import { api } from "@/trpc/client";
import { messageOf, RefusedError } from "@/trpc/failure";
import { fileScreens as copy } from "../messages-file";
import type { FileView } from "../schema-files";

type FileStartProps = { examId: string; onRead: (view: FileView) => void };

/** Takes a file; it is read at once and not kept. */
export function FileStart({ examId, onRead }: FileStartProps) {
  const { exams } = api.useUtils();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [choice, setChoice] = useState<{ file: File; sheets: string[] }>();

  async function read(file: File | undefined, sheet?: string) {
    if (!file || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      onRead(await exams.file.fetch({ fileId: await send(examId, file, sheet) }));
    } catch (error) {
      const sheets = sheet === undefined ? sheetsOf(error) : [];
      setChoice(sheets.length > 0 ? { file, sheets } : undefined);
      if (sheets.length === 0) setFailure(messageOf(error, copy.readFailed));
      setBusy(false);
    } finally {
      if (input.current) input.current.value = "";
    }
  }

  return (
    <section
      aria-label={copy.choose}
      aria-busy={busy || undefined}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void read(event.dataTransfer.files[0]);
      }}
      className="grid grid-cols-1 justify-items-center gap-2 rounded-lg border border-line-strong border-dashed bg-surface px-6 py-9 text-center"
    >
      <input
        ref={input}
        type="file"
        accept=".csv,.xlsx"
        hidden
        onInput={({ currentTarget }) => void read(currentTarget.files?.[0])}
      />
      <Button busy={busy} busyText={copy.reading} onClick={() => input.current?.click()}>
        <FileUp aria-hidden className="size-5" />
        {copy.choose}
      </Button>
      <p className="max-w-text text-ink-soft text-sm">{copy.chooseHint}</p>
      {choice && (
        <fieldset className="grid grid-cols-1 justify-items-center gap-2">
          <legend className="wrap-anywhere mb-2 font-semibold text-sm">
            <span role="status">{copy.whichSheet(choice.file.name)}</span>
          </legend>
          <div className="flex flex-wrap justify-center gap-2">
            {choice.sheets.map((sheet) => (
              <Button key={sheet} variant="secondary" disabled={busy} onClick={() => void read(choice.file, sheet)}>
                <span className="wrap-anywhere">{sheet}</span>
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      {failure && <Alert tone="error">{failure}</Alert>}
    </section>
  );
}

async function send(examId: string, file: File, sheet: string | undefined): Promise<string> {
  const form = new FormData();
  if (sheet !== undefined) form.append("sheet", sheet);
  form.append("file", file);
  const answer = await fetch(`/api/exams/${examId}/files`, { method: "POST", body: form });
  const body: unknown = await answer.json();
  if (answer.ok && isRead(body)) return body._id;
  if (!isRefusal(body)) throw new RefusedError(copy.readFailed);
  throw new RefusedError(body.message, body.issues);
}

/** The sheets to choose from, where that is why the file was not read. */
const sheetsOf = (error: unknown) =>
  error instanceof RefusedError
    ? error.issues.filter(({ path }) => path[0] === "sheet").map(({ message }) => message)
    : [];

const isRead = (body: unknown): body is { _id: string } => typeof body === "object" && body !== null && "_id" in body;
const isRefusal = (body: unknown): body is { message: string; issues?: Issue<string>[] } =>
  typeof body === "object" && body !== null && "message" in body;
