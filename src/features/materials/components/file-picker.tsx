"use client";

import { clsx } from "clsx";
import { CircleAlert, FileCheck, FileUp } from "lucide-react";
import { type DragEvent, useId, useState } from "react";
import { acceptedExtensions } from "@/lib/file-kinds";
import { withPlainName } from "@/lib/plain-file";
import { uploadCopy } from "../messages-upload";

type FilePickerProps = {
  file: File | null;
  maxMegabytes: number;
  error?: string | undefined;
  disabled: boolean;
  onPick: (file: File | null) => void;
};

/** Selects one file by click, keyboard or drag and drop. */
export function FilePicker({ file, maxMegabytes, error, disabled, onPick }: FilePickerProps) {
  const [over, setOver] = useState(false);
  const id = useId();
  const Icon = file ? FileCheck : FileUp;

  const pick = (picked: File) => onPick(withPlainName(picked));

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    const dropped = event.dataTransfer.files[0];
    if (dropped && !disabled) pick(dropped);
  }

  return (
    <div className="grid grid-cols-1 gap-1.5">
      <span id={`${id}-label`} className="font-semibold text-sm">
        File
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping a file is one more way beside the input inside */}
      <div
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        className={clsx(
          "relative grid grid-cols-1 justify-items-center gap-1.5 rounded-md border border-dashed px-5 py-3.5 md:py-8 max-md:gap-0.5 max-md:border-solid text-center transition-colors focus-within:outline-3 focus-within:outline-accent hover:border-accent hover:bg-accent-soft",
          over ? "border-accent bg-accent-soft" : error ? "border-danger" : "border-line-strong bg-paper",
        )}
      >
        <Icon aria-hidden className={clsx("size-5 md:size-7", file ? "text-accent" : "text-ink-soft")} />
        <span id={`${id}-name`} className="max-w-full wrap-anywhere font-semibold">
          {file ? file.name : uploadCopy.pickFile}
        </span>
        <span id={`${id}-hint`} className="text-ink-soft text-sm">
          PDF, DOC or DOCX, up to {maxMegabytes} MB
        </span>
        <input
          type="file"
          name="file"
          accept={acceptedExtensions}
          disabled={disabled}
          aria-labelledby={`${id}-label ${id}-name`}
          aria-describedby={error ? `${id}-error ${id}-hint` : `${id}-hint`}
          aria-invalid={error ? true : undefined}
          // An empty value lets the same file be picked again after a failure.
          onClick={(event) => {
            event.currentTarget.value = "";
          }}
          onChange={(event) => event.target.files?.[0] && pick(event.target.files[0])}
          className="absolute inset-0 cursor-pointer opacity-0 disabled:cursor-not-allowed"
        />
      </div>
      <div aria-live="polite" className="contents">
        {error && (
          <p id={`${id}-error`} className="flex gap-1.5 font-medium text-danger text-sm">
            <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
            {error}
          </p>
        )}
      </div>
    </div>
  );
}
