import { createContext, use } from "react";
import type { SitePicture } from "@/lib/site-content";
import { RefusedError } from "@/trpc/failure";
import { screens as copy } from "../messages-screens";
import type { PictureKind } from "../schema-pictures";

/** File types that the field offers; the server inspects the content. */
export const pictureTypes = "image/png,image/jpeg";

type FormOfPictures = {
  /** Counts the uploads of a form, so that it is not saved before they are complete. */
  count: (change: 1 | -1) => void;
  /** Called when a picture was added, replaced or removed, because no control shows it. */
  changed: () => void;
};

/** The form that pictures are a part of. */
export const FormOfPictures = createContext<FormOfPictures>({ count() {}, changed() {} });

/** Uploads a file as a picture of the site. @throws RefusedError with the server's message */
export function useSendPicture() {
  const { count } = use(FormOfPictures);
  return async (file: File, kind: PictureKind) => {
    count(1);
    try {
      return await sendPicture(file, kind);
    } finally {
      count(-1);
    }
  };
}

async function sendPicture(file: File, kind: PictureKind): Promise<SitePicture> {
  const form = new FormData();
  form.append("kind", kind);
  form.append("file", file);
  const answer = await fetch("/api/institute/pictures", { method: "POST", body: form });
  const body: unknown = await answer.json().catch(() => null);
  if (answer.ok) {
    const { src, width, height } = body as SitePicture;
    return { src, width, height };
  }
  const isRefusal = typeof body === "object" && body !== null && "message" in body && typeof body.message === "string";
  throw new RefusedError(isRefusal ? String(body.message) : copy.pictureFailed);
}
