import { z } from "zod";

export const pictureKinds = ["logo", "portrait", "gallery", "story"] as const;

export type PictureKind = (typeof pictureKinds)[number];

/** An uploaded picture and its use. */
export const addPictureInput = z.strictObject({ key: z.string().max(120), kind: z.enum(pictureKinds) });

export const sentPicture = z.object({
  kind: z.enum(pictureKinds),
  file: z.file().describe("A PNG or JPEG file"),
});

export const pictureView = z.object({ src: z.string(), width: z.int(), height: z.int() });

export const pictureOwnerView = z.object({ ownerId: z.string() });

/** One file of a picture, by its URL. */
export const pictureFileInput = z.strictObject({
  hash: z.string().regex(/^[0-9a-f]{32}$/),
  name: z.string().regex(/^[a-z0-9]{1,12}\.(webp|png|jpg)$/),
});

/** The location of a picture's file. Everyone may see those of published pictures. */
export const pictureFileView = z.object({ key: z.string(), isPublic: z.boolean() });
