import "server-only";
import { z } from "zod";
import { fieldError } from "@/lib/errors";
import { keepPrivate } from "@/server/files/send";
import { call, forMembers, response, restOf } from "@/server/rest/call";
import { takeFile } from "@/server/rest/form";
import { copy, say } from "./messages";
import type { instituteRouter } from "./router";
import { type PictureKind, pictureKinds, pictureView, sentPicture } from "./schema-pictures";

type Caller = { institute: ReturnType<typeof instituteRouter.createCaller> };

const hash = "5f1d7c0e9b3a4826a7d0c4e81b92f36d";

const upload = call({
  method: "post",
  path: "/institute/pictures",
  operationId: "addSitePicture",
  tags: ["Site"],
  summary: "Adds a picture for the draft of the site",
  description:
    "For administrators. A PNG or JPEG of up to 64 million pixels. Place it in the site and publish it at `/admin/institute`.",
  security: forMembers,
  takes: { form: { schema: sentPicture, example: { kind: "gallery", file: "@assembly.jpg" } } },
  refuses: ["FORBIDDEN"],
  responses: {
    201: response("The picture", pictureView.extend({ message: z.string() }).meta({ id: "SitePicture" }), {
      message: copy.pictureAdded,
      src: `/pictures/site/${hash}/1600.webp`,
      width: 1600,
      height: 1200,
    }),
  },
});

const isKind = (kind: string | undefined): kind is PictureKind => pictureKinds.some((one) => one === kind);

/** The REST path of pictures of the site. */
export const instituteRest = restOf<Caller>().openapi(upload, (context) => {
  const check = ({ institute }: Caller) => institute.mayAddPicture();
  const form = { fields: ["kind"], file: "file", check, missing: say("pictureRequired") };
  return takeFile(context, form, async (caller, file, { kind }) => {
    if (!isKind(kind)) throw fieldError("kind", say("pictureKind", pictureKinds.join(", ")));
    const { ownerId } = await check(caller);
    const key = await keepPrivate(file, "picture", ownerId);
    const added = await caller.institute.addPicture({ key, kind });
    return context.json({ message: copy.pictureAdded, ...added }, 201);
  });
});
