"use client";

import { FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
import type { Issue } from "@/lib/errors";
import { saveBytes } from "@/lib/save-file";
import { api } from "@/trpc/client";
import { messageOf, RefusedError } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";

/** Takes a file: chosen, dropped or mended. It is read at once, and its own page follows. */
export function ImportStart() {
  const router = useRouter();
  const input = useRef<HTMLInputElement>(null);
  const isLocked = useRef(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const [isOver, setIsOver] = useState(false);
  const [choice, setChoice] = useState<{ file: File; sheets: string[] }>();

  async function read(file: File | undefined, sheet?: string) {
    if (!file || isLocked.current) return;
    isLocked.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      router.push(`/admin/import/${await sendFile(file, sheet)}`);
    } catch (error) {
      const sheets = sheet === undefined ? sheetsOf(error) : [];
      setChoice(sheets.length > 0 ? { file, sheets } : undefined);
      if (sheets.length === 0) setFailure(messageOf(error, copy.readFailed));
      setBusy(false);
    } finally {
      isLocked.current = false;
      if (input.current) input.current.value = "";
    }
  }

  return (
    <section
      aria-label={copy.choose}
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
      <Button busy={busy} busyText={copy.reading} onClick={() => input.current?.click()}>
        <FileUp aria-hidden className="size-5" />
        {copy.choose}
      </Button>
      <p className="text-ink-soft text-sm max-md:hidden">{copy.drop}</p>
      <p className="text-ink-soft text-sm">{copy.chooseHint}</p>
      {choice && (
        <fieldset className="grid max-w-text grid-cols-1 justify-items-center gap-2">
          <legend className="wrap-anywhere mb-2 text-center font-semibold text-sm">
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
      {failure && (
        <div className="max-w-text text-start">
          <Alert tone="error">{failure}</Alert>
        </div>
      )}
      <Templates />
    </section>
  );
}

async function sendFile(file: File, sheet: string | undefined): Promise<string> {
  const form = new FormData();
  if (sheet !== undefined) form.append("sheet", sheet);
  form.append("file", file);
  const answer = await fetch("/api/imports", { method: "POST", body: form });
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

function Templates() {
  const template = api.imports.template.useMutation({
    onSuccess: ({ name, type, base64 }) => saveBytes(name, type, base64),
    onError: (error) => void toast.error(messageOf(error, copy.templateFailed)),
  });
  const save = useSingleFlight(template);
  return (
    <p className="mt-2 flex flex-wrap items-center justify-center gap-x-1 text-ink-soft text-sm">
      {copy.templates}
      {(["xlsx", "csv"] as const).map((kind) => (
        <button key={kind} type="button" className="link min-h-9 px-1.5" onClick={() => save({ kind })}>
          {copy.template[kind]}
        </button>
      ))}
    </p>
  );
}
