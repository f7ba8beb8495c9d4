import { clsx } from "clsx";
import { CircleCheck, FileText, FileX, X } from "lucide-react";
import { useId } from "react";
import { useSubjectHint } from "@/components/form/subject-field";
import { rowControl } from "@/components/table/table-style";
import { ClassOptions } from "@/components/ui/class-options";
import { focusBeside } from "@/components/ui/take-focus";
import { acceptedExtensions, shownSize } from "@/lib/file-kinds";
import { manyCopy as words } from "../messages-many";
import { uploadCopy } from "../messages-upload";
import type { About, Upload } from "./use-many-uploads";

type UploadRowProps = {
  upload: Upload;
  subjectList: string;
  onChange: (changes: Partial<About>) => void;
  onChooseAgain: (file: File) => void;
  onRemove: () => void;
};

/** A file to publish: its fields, and its progress or error. */
export function UploadRow({ upload, subjectList, onChange, onChooseAgain, onRemove }: UploadRowProps) {
  const { file, version, state, choose = false, fault, faults, materialName, className, subject } = upload;
  const isOpen = state === "ready" && !choose;
  const hint = useSubjectHint(subject);
  const [hintId, faultId] = [useId(), useId()];
  // Only one error is shown, that of the first field.
  const said = saidOf(upload);
  const idOf = (name: keyof About) => (said && faults[name] === said ? faultId : undefined);
  const Icon = choose ? FileX : FileText;
  return (
    <li
      tabIndex={-1}
      className={clsx(
        "flex gap-x-3 border-line border-t px-3.25 py-2 focus-visible:-outline-offset-3",
        choose && "bg-danger-soft",
      )}
    >
      <Icon aria-hidden className={clsx("mt-1 size-5 shrink-0", choose ? "text-danger" : "text-accent")} />
      <div
        className={clsx(
          "flex min-w-0 grow flex-col gap-x-4 gap-y-1.5 lg:flex-row",
          choose ? "lg:items-center" : "lg:items-end",
        )}
      >
        <div className="grid min-w-0 grow grid-cols-1 gap-1.5">
          <p className="truncate text-ink-soft text-xs" title={file.name}>
            {file.name} · {shownSize(file.size)}
          </p>
          {!choose && (
            <div key={version} className="grid grid-cols-2 gap-2 sm:grid-cols-4">
              <input
                aria-label={words.nameOf(file.name)}
                aria-invalid={faults.materialName ? true : undefined}
                aria-describedby={idOf("materialName")}
                defaultValue={materialName}
                disabled={!isOpen}
                autoComplete="off"
                onInput={({ currentTarget }) => onChange({ materialName: currentTarget.value })}
                className={`${control} col-span-2`}
              />
              <select
                aria-label={words.classOf(file.name)}
                aria-invalid={faults.className ? true : undefined}
                aria-describedby={idOf("className")}
                defaultValue={className}
                disabled={!isOpen}
                autoComplete="off"
                onChange={({ target }) => onChange({ className: target.value })}
                className={control}
              >
                <option value="">{words.class}</option>
                <ClassOptions />
              </select>
              <input
                aria-label={words.subjectOf(file.name)}
                aria-invalid={faults.subject ? true : undefined}
                defaultValue={subject}
                disabled={!isOpen}
                aria-describedby={[idOf("subject"), hint && hintId].filter(Boolean).join(" ") || undefined}
                list={subjectList}
                autoComplete="on"
                placeholder={words.subject}
                onInput={({ currentTarget }) => onChange({ subject: currentTarget.value })}
                className={control}
              />
              {isOpen && hint && (
                <p id={hintId} className="col-span-full text-ink-soft text-xs">
                  {hint}
                </p>
              )}
            </div>
          )}
        </div>
        <div className="text-sm lg:w-52 lg:shrink-0">
          <Progress upload={upload} />
          {said && (
            <p id={faultId} role={fault && "alert"} className="font-medium text-danger">
              {said}
            </p>
          )}
          {choose && (
            <label className="link relative mt-1 inline-flex min-h-11 cursor-pointer dense:min-h-9 items-center focus-within:outline-3 focus-within:outline-accent">
              {words.chooseAgain}
              <input
                type="file"
                accept={acceptedExtensions}
                aria-label={words.chooseAgainFor(file.name)}
                onChange={({ target }) => target.files?.[0] && onChooseAgain(target.files[0])}
                className="absolute inset-0 cursor-pointer opacity-0"
              />
            </label>
          )}
        </div>
      </div>
      <button
        type="button"
        aria-label={words.remove(file.name)}
        // Removing the row would not stop the publication any more.
        disabled={state === "published" || isThere(upload)}
        onClick={({ currentTarget }) => {
          focusBeside(currentTarget);
          onRemove();
        }}
        className="grid size-11 shrink-0 place-items-center rounded-md enabled:hover:bg-sunken disabled:cursor-not-allowed disabled:text-ink-soft dense:size-9"
      >
        <X aria-hidden className="size-4.5" />
      </button>
    </li>
  );
}

const control = `${rowControl} w-full min-w-0 aria-invalid:border-danger aria-invalid:bg-danger-soft`;

const saidOf = ({ fault, faults }: Upload) => fault ?? Object.values(faults)[0];

/** True if the whole file was sent, and the server is inspecting it. */
const isThere = ({ state, loaded, file }: Upload) => state === "sending" && loaded >= file.size;

function Progress({ upload }: { upload: Upload }) {
  const { state, loaded, file, choose } = upload;
  if (state === "published")
    return (
      <p className="flex items-center gap-1.5 font-medium text-success">
        <CircleCheck aria-hidden className="size-4.5" />
        {words.isPublished}
      </p>
    );
  if (state === "waiting") return <p className="text-ink-soft">{words.waiting}</p>;
  if (state === "ready") return choose || saidOf(upload) ? null : <p className="text-ink-soft">{words.ready}</p>;
  const isChecked = isThere(upload);
  return (
    <div className="grid gap-1">
      <p className="figures text-ink-soft">
        {isChecked ? uploadCopy.checking : words.sent(shownSize(loaded), shownSize(file.size))}
      </p>
      <progress
        aria-label={words.sentOf(file.name)}
        className="bar"
        max={100}
        value={isChecked ? undefined : (100 * loaded) / file.size}
      />
    </div>
  );
}
