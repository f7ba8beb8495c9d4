import { CircleAlert, ImageUp } from "lucide-react";
import { use, useId, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { SitePicture } from "@/lib/site-content";
import { fileOfPicture, hashOfAddress, pictureWidths } from "@/lib/site-pictures";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import { pictureFrom } from "../rules-form";
import type { PictureKind } from "../schema-pictures";
import { FormOfPictures, pictureTypes, useSendPicture } from "./send-picture";

type PictureFieldProps = {
  label: string;
  hint: string | undefined;
  name: string;
  /** The current picture in the form. */
  shown: string;
  fault: string | undefined;
  optional: boolean;
  place: PictureKind;
};

/** A picture field: shows, uploads and removes a picture. The upload starts immediately; the form stores the URL. */
export function PictureField({ label, hint, name, shown, fault, optional, place }: PictureFieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const sendPicture = useSendPicture();
  const { changed } = use(FormOfPictures);
  const [picture, setPicture] = useState(() => pictureFrom(shown));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const wrong = failure ?? fault;

  function show(next: SitePicture | null) {
    setPicture(next);
    changed();
  }

  async function take(file: File | undefined) {
    if (input.current) input.current.value = "";
    if (!file || busy) return;
    setBusy(true);
    setFailure(undefined);
    try {
      show(await sendPicture(file, place));
    } catch (error) {
      setFailure(messageOf(error, copy.pictureFailed));
    } finally {
      setBusy(false);
    }
  }

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset inside of a fieldset of the same look
    <div role="group" aria-labelledby={id} className="grid content-start gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <p id={id} className="font-semibold text-sm">
          {label}
        </p>
        {optional && <span className="text-ink-soft text-xs">{copy.optional}</span>}
      </div>
      <input type="hidden" name={name} value={picture ? JSON.stringify(picture) : ""} />
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        hidden
        onInput={({ currentTarget }) => void take(currentTarget.files?.[0])}
      />
      <div className="flex flex-wrap items-center gap-4">
        {picture && <Shown picture={picture} label={label} />}
        <div className="flex flex-wrap gap-2">
          <Button
            variant="secondary"
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? `${id}-wrong` : undefined}
            busy={busy}
            busyText={copy.sendingPicture}
            onClick={() => input.current?.click()}
          >
            <ImageUp aria-hidden className="size-4.5" />
            {picture ? copy.anotherPicture : copy.choosePicture}
          </Button>
          {picture && optional && (
            <Button variant="quiet" onClick={() => show(null)}>
              {copy.noPicture}
            </Button>
          )}
        </div>
      </div>
      <div aria-live="polite" className="contents">
        {wrong && (
          <p id={`${id}-wrong`} className="flex gap-1.5 font-medium text-danger text-sm">
            <CircleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
            {wrong}
          </p>
        )}
      </div>
      {hint && <p className="text-ink-soft text-sm">{hint}</p>}
    </div>
  );
}

/** The smallest size of the picture that fits. */
function Shown({ picture, label }: { picture: SitePicture; label: string }) {
  const { src, width, height } = picture;
  const small = pictureWidths(width).find((one) => one >= 320) ?? width;
  return (
    // biome-ignore lint/performance/noImgElement: it has the size it needs
    <img
      src={hashOfAddress(src) ? fileOfPicture(picture, `${small}.webp`) : src}
      alt={copy.pictureNow(label)}
      width={width}
      height={height}
      loading="lazy"
      className="h-24 w-auto max-w-48 rounded-md border border-line bg-white object-contain"
    />
  );
}
