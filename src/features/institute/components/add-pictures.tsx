import { ImageUp } from "lucide-react";
import { useRef, useState } from "react";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { withoutDirections } from "@/lib/plain-text";
import type { SitePicture } from "@/lib/site-content";
import { messageOf } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { PictureKind } from "../schema-pictures";
import { pictureTypes, useSendPicture } from "./send-picture";

type AddPicturesProps = { kind: PictureKind; onAdd: (picture: SitePicture) => void };

/** Adds several pictures to a list. Errors are shown below; the other pictures are added. */
export function AddPictures({ kind, onAdd }: AddPicturesProps) {
  const input = useRef<HTMLInputElement>(null);
  const sendPicture = useSendPicture();
  const [sending, setSending] = useState<{ done: number; all: number }>();
  const [refused, setRefused] = useState<string[]>([]);

  async function take(files: File[]) {
    if (input.current) input.current.value = "";
    if (files.length === 0) return;
    setRefused([]);
    for (const [index, file] of files.entries()) {
      setSending({ done: index + 1, all: files.length });
      try {
        onAdd(await sendPicture(file, kind));
      } catch (error) {
        const why = copy.refusedPicture(withoutDirections(file.name), messageOf(error, copy.pictureFailed));
        setRefused((before) => [...before, why]);
      }
    }
    setSending(undefined);
  }

  return (
    <div className="grid grid-cols-1 gap-3">
      <input
        ref={input}
        type="file"
        accept={pictureTypes}
        multiple
        hidden
        onInput={({ currentTarget }) => void take([...(currentTarget.files ?? [])])}
      />
      <div>
        <Button
          variant="secondary"
          busy={sending !== undefined}
          busyText={sending ? copy.addingPictures(sending.done, sending.all) : ""}
          onClick={() => input.current?.click()}
        >
          <ImageUp aria-hidden className="size-4.5" />
          {copy.addPictures}
        </Button>
      </div>
      {refused.map((why) => (
        <Alert key={why} tone="error">
          {why}
        </Alert>
      ))}
    </div>
  );
}
