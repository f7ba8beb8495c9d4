"use client";

import { FileUp } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import type { Issue } from "@/lib/errors";
import { withPlainName } from "@/lib/plain-file";
import { messageOf, RefusedError } from "@/trpc/failure";
import { passFocusOn } from "../ui/take-focus";
import { toast } from "../ui/toast";
import { useIsHere } from "./use-lead";

type TableFileProps = {
  path: string;
  words: {
    choose: string;
    reading: string;
    readFailed: string;
    /** The message for a user who has left the page by then. */
    readMeanwhile: (file: string) => string;
    whichSheet: (file: string) => string;
  };
  hint: ReactNode;
  mostBytes: number;
  /** Called once the file is read; the component stays busy during the call and afterwards. */
  onRead: (id: string) => unknown;
  children?: ReactNode;
};

/** Uploads a table as a CSV or XLSX file, selected or dropped, and asks for the sheet if a workbook has several. */
export function TableFile({ path, words, hint, mostBytes, onRead, children }: TableFileProps) {
  const input = useRef<HTMLInputElement>(null);
  const isLocked = useRef(false);
  const isHere = useIsHere();
  const [reading, setReading] = useState<{ sheet?: string | undefined }>();
  const busy = reading !== undefined;
  const [failure, setFailure] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const [choice, setChoice] = useState<{ file: File; sheets: string[] }>();

  async function read(chosen: File | undefined, sheet?: string) {
    if (!chosen || isLocked.current) return;
    const file = withPlainName(chosen);
    isLocked.current = true;
    setReading({ sheet });
    setFailure(undefined);
    try {
      if (file.size > mostBytes) throw new RefusedError(tooLarge(mostBytes));
      await onRead(await send(path, file, sheet, words.readFailed));
      if (!isHere()) toast.success(words.readMeanwhile(file.name));
    } catch (error) {
      if (!isHere()) toast.error(`${file.name}: ${messageOf(error, words.readFailed)}`);
      const sheets = sheet === undefined ? sheetsOf(error) : [];
      setChoice(sheets.length > 0 ? { file, sheets } : undefined);
      if (sheets.length === 0) setFailure(messageOf(error, words.readFailed));
      setReading(undefined);
      isLocked.current = false;
    } finally {
      if (input.current) input.current.value = "";
    }
  }

  return (
    <section
      aria-label={words.choose}
      // Gets the focus when the pressed button of a sheet disappears.
      tabIndex={-1}
      aria-busy={busy || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setIsOver(false);
        void read(event.dataTransfer.files[0]);
      }}
      className={`grid grid-cols-1 justify-items-center gap-2 rounded-lg border border-dashed px-6 py-9 text-center transition-colors ${
        isOver ? "border-accent bg-accent-soft" : "border-line-strong bg-surface"
      }`}
    >
      <input
        ref={input}
        type="file"
        accept=".csv,.xlsx"
        hidden
        onInput={({ currentTarget }) => void read(currentTarget.files?.[0])}
      />
      <Button busy={busy} busyText={words.reading} onClick={() => input.current?.click()}>
        <FileUp aria-hidden className="size-5" />
        {words.choose}
      </Button>
      {hint}
      {choice && (
        <fieldset className="grid max-w-text grid-cols-1 justify-items-center gap-2">
          <legend className="wrap-anywhere mb-2 text-center font-semibold text-sm">
            <span role="status">{words.whichSheet(choice.file.name)}</span>
          </legend>
          <div className="flex flex-wrap justify-center gap-2">
            {choice.sheets.map((sheet) => (
              <Button
                key={sheet}
                ref={passFocusOn}
                variant="secondary"
                busy={reading?.sheet === sheet}
                disabled={busy && reading.sheet !== sheet}
                onClick={() => void read(choice.file, sheet)}
              >
                <span className="wrap-anywhere">{sheet}</span>
              </Button>
            ))}
          </div>
        </fieldset>
      )}
      {failure && (
        <div className="max-w-text text-start">
          <Alert tone="error">{failure}</Alert>
        </div>
      )}
      {children}
    </section>
  );
}

const tooLarge = (mostBytes: number) =>
  `This file is larger than ${mostBytes / 1024 / 1024} MB. Please choose a smaller one.`;

async function send(path: string, file: File, sheet: string | undefined, readFailed: string): Promise<string> {
  const form = new FormData();
  if (sheet !== undefined) form.append("sheet", sheet);
  form.append("file", file);
  const answer = await fetch(path, { method: "POST", body: form });
  const body: unknown = await answer.json();
  if (answer.ok && isRead(body)) return body._id;
  if (!isRefusal(body)) throw new RefusedError(readFailed);
  throw new RefusedError(body.message, body.issues);
}

/** The sheets to choose from, if that is why the file was rejected. */
const sheetsOf = (error: unknown) =>
  error instanceof RefusedError
    ? error.issues.filter(({ path }) => path[0] === "sheet").map(({ message }) => message)
    : [];

const isRead = (body: unknown): body is { _id: string } => typeof body === "object" && body !== null && "_id" in body;
const isRefusal = (body: unknown): body is { message: string; issues?: Issue<string>[] } =>
  typeof body === "object" && body !== null && "message" in body;
