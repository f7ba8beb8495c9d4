"use client";

import { clsx } from "clsx";
import { type FormEvent, useEffect, useEffectEvent, useId, useState } from "react";
import { flushSync } from "react-dom";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { ClassOptions } from "@/components/ui/class-options";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useMailMode } from "@/components/ui/mail-mode";
import { Select } from "@/components/ui/select";
import { takeLostFocus } from "@/components/ui/take-focus";
import { institute } from "@/content/institute";
import { zoneAt } from "@/lib/zones";
import { api } from "@/trpc/client";
import { manyCopy as words } from "../messages-many";
import { uploadCopy } from "../messages-upload";
import { ChooseFiles } from "./choose-files";
import { UploadRow } from "./upload-row";
import { useManyUploads } from "./use-many-uploads";

/** Uploads several files, dropped anywhere on the page or selected, and publishes them independently. */
export function ManyUploads({ maxMegabytes }: { maxMegabytes: number }) {
  const { uploads, published, skipped, busy, add, setAll, change, remove, chooseAgain, publish } =
    useManyUploads(maxMegabytes);
  const isMailOn = useMailMode();
  const isOver = useDrop(add);
  const subjectList = useId();
  const subjects = api.subjects.names.useQuery();
  const zone = zoneAt(institute.timeZone);
  const isEmpty = uploads.length === 0;
  const count = uploads.filter(({ choose, state }) => !choose && state !== "published").length;

  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const given = new FormData(form);
    const [availableFrom, until] = [String(given.get("availableFrom") ?? ""), String(given.get("until") ?? "")];
    flushSync(() => void publish({ availableFrom, until, tellClass: given.get("tellClass") === "on" }));
    form.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }

  return (
    <section
      aria-label={words.label}
      tabIndex={-1}
      className={clsx(
        "rounded-md border border-dashed bg-surface",
        isOver ? "border-accent" : "border-line-strong",
        isEmpty && "max-md:border-0 max-md:bg-transparent",
      )}
    >
      <form onSubmit={send} noValidate data-unsent={isEmpty ? undefined : ""}>
        <div
          className={clsx(
            "flex flex-wrap items-center gap-x-3 gap-y-2 px-3.25 py-2 text-sm md:gap-y-1",
            isEmpty && "max-md:p-0",
          )}
        >
          {!isEmpty && <strong className="figures">{words.files(uploads.length)}</strong>}
          <ChooseFiles isMore={!isEmpty} maxMegabytes={maxMegabytes} onChoose={add} />
          {!isEmpty && (
            <>
              <Checkbox
                name="tellClass"
                label={uploadCopy.tellClass}
                {...(!isMailOn && { hint: uploadCopy.tellClassHintKept })}
              />
              <Button type="submit" busy={busy} busyText={words.publishing} disabled={count === 0}>
                {words.publish(count)}
              </Button>
            </>
          )}
        </div>
        {published > 0 && (
          <div
            ref={takeLostFocus}
            tabIndex={-1}
            className={clsx("px-3.25 pb-3 outline-none", isEmpty && "max-md:px-0 max-md:pt-3 max-md:pb-0")}
          >
            <Alert tone={isEmpty ? "success" : "info"}>
              {words.published(published)} {!isEmpty && words.left(uploads.length)}
            </Alert>
          </div>
        )}
        {skipped.length > 0 && (
          <div className="px-3.25 pb-3">
            <Alert tone="info">{words.skipped(skipped.join(", "), skipped.length)}</Alert>
          </div>
        )}
        {!isEmpty && (
          <>
            <fieldset className="border-line border-t bg-paper px-3.25 py-2.5">
              <legend className="sr-only">{words.forAll}</legend>
              <p aria-hidden className="mb-1.5 font-semibold text-sm">
                {words.forAll}
              </p>
              <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
                <Field label={words.class}>
                  {(given) => (
                    <Select
                      {...given}
                      required={false}
                      defaultValue=""
                      onChange={({ target }) => setAll({ className: target.value })}
                    >
                      <option value="">–</option>
                      <ClassOptions />
                    </Select>
                  )}
                </Field>
                <Field label={words.subject}>
                  {(given) => (
                    <Input
                      {...given}
                      required={false}
                      list={subjectList}
                      autoComplete="on"
                      onInput={({ currentTarget }) => setAll({ subject: currentTarget.value })}
                    />
                  )}
                </Field>
                <Field label={words.from} hint={words.fromHint(zone)}>
                  {(given) => <Input {...given} required={false} type="date" name="availableFrom" max="9999-12-31" />}
                </Field>
                <Field label={words.until} hint={words.untilHint(zone)}>
                  {(given) => <Input {...given} required={false} type="date" name="until" max="9999-12-31" />}
                </Field>
              </div>
            </fieldset>
            <ul>
              {uploads.map((upload) => (
                <UploadRow
                  key={upload.id}
                  upload={upload}
                  subjectList={subjectList}
                  onChange={(about) => change(upload.id, about)}
                  onChooseAgain={(file) => chooseAgain(upload.id, file)}
                  onRemove={() => remove(upload.id)}
                />
              ))}
            </ul>
          </>
        )}
        <datalist id={subjectList}>
          {subjects.data?.flatMap(({ name, isRetired }) => (isRetired ? [] : [<option key={name} value={name} />]))}
        </datalist>
      </form>
    </section>
  );
}

/** Accepts files dropped anywhere on the page, unless a dialog is open. True while files are dragged over it. */
function useDrop(onDrop: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const drop = useEffectEvent(onDrop);
  useEffect(() => {
    const holds = (event: DragEvent) =>
      Boolean(event.dataTransfer?.types.includes("Files")) && document.querySelector("[role=dialog]") === null;
    const over = (event: DragEvent) => {
      if (!holds(event)) return;
      event.preventDefault();
      if (event.dataTransfer) event.dataTransfer.dropEffect = "copy";
      setIsOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const dropped = (event: DragEvent) => {
      if (!holds(event)) return;
      event.preventDefault();
      setIsOver(false);
      drop([...(event.dataTransfer?.files ?? [])]);
    };
    const listeners = { dragover: over, dragleave: leave, drop: dropped } as const;
    for (const [name, listener] of Object.entries(listeners)) window.addEventListener(name as "drop", listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) window.removeEventListener(name as "drop", listener);
    };
  }, []);
  return isOver;
}
