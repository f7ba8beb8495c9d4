"use client";

import { FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { useRef, useState } from "react";
import { useSingleFlight } from "@/components/form/use-single-flight";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { toast } from "@/components/ui/toast";
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

  async function read(file: File | undefined) {
    if (!file || isLocked.current) return;
    isLocked.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      router.push(`/admin/import/${await sendFile(file)}`);
    } catch (error) {
      setFailure(messageOf(error, copy.readFailed));
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
      {failure && (
        <div className="max-w-text text-start">
          <Alert tone="error">{failure}</Alert>
        </div>
      )}
      <Templates />
    </section>
  );
}

async function sendFile(file: File): Promise<string> {
  const form = new FormData();
  form.append("file", file);
  const answer = await fetch("/api/imports", { method: "POST", body: form });
  const body: unknown = await answer.json();
  if (answer.ok && isRead(body)) return body._id;
  throw new RefusedError(isRefusal(body) ? body.message : copy.readFailed);
}

const isRead = (body: unknown): body is { _id: string } => typeof body === "object" && body !== null && "_id" in body;
const isRefusal = (body: unknown): body is { message: string } =>
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
