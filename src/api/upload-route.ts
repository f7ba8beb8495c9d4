import "server-only";
import { randomUUID } from "node:crypto";
import { createRouteHandler, createUploadthing, type FileRouter } from "uploadthing/next";
import { UploadThingError } from "uploadthing/server";
import { z } from "zod";
import { env } from "@/env";
import type { materialInput } from "@/features/materials/schema";
import { type AppError, type Issue, statusOf } from "@/lib/errors";
import { keeping } from "@/server/files/configure";
import { uploadthingConfig } from "@/server/files/uploadthing";
import { appErrorOf, logUnforeseen } from "@/server/trpc";
import { createCaller } from "./root";
import { principalOf, principalOfSession } from "./session";

/** Why an upload was refused, as the form shows it. */
export type UploadRefusal = { message: string; issues: Issue[] };

const f = createUploadthing({
  errorFormatter: (error): UploadRefusal => refusalIn(error.cause) ?? { message: error.message, issues: [] },
});

function fileRouter() {
  // Any declared type may ask for a place: `materials.check` judges it together with the name.
  const limit = {
    // The SDK's type lists powers of two; its reader takes any number.
    maxFileSize: `${env().MAX_UPLOAD_MB}MB` as "32MB",
    maxFileCount: 1,
    ...keeping(),
  } as const;
  return {
    /** A study material: its file travels only once the procedure that will publish it has agreed. */
    material: f({ blob: limit }, { awaitServerData: true, getFileHashParts: () => [randomUUID()] })
      // The procedures below read it with their own schema.
      .input(z.custom<z.input<typeof materialInput>>())
      .middleware(async ({ req, files, input }) => {
        const principal = await principalOf(req.headers);
        const [file] = files;
        if (!file) throw new UploadThingError({ code: "BAD_REQUEST", message: "There is no file." });
        await createCaller({ principal })
          .materials.check({ material: input, file: { name: file.name, type: file.type, size: file.size } })
          .catch(refuse);
        return { sessionId: principal?.sessionId ?? "", material: input };
      })
      .onUploadComplete(async ({ metadata, file: { key, name, type, size } }) => {
        const principal = await principalOfSession(metadata.sessionId);
        try {
          const file = { key, name, type, size };
          const added = await createCaller({ principal }).materials.add({ material: metadata.material, file });
          // The store hands it on as JSON.
          const [uploadedAt, expiresAt] = [added.uploadedAt.toISOString(), added.expiresAt?.toISOString() ?? null];
          return { material: { ...added, uploadedAt, expiresAt } };
        } catch (error) {
          logUnforeseen(error, "materials.add");
          return { refused: refusalOf(appErrorOf(error)) };
        }
      }),
  } satisfies FileRouter;
}

export type UploadRouter = ReturnType<typeof fileRouter>;

function refusalOf({ message, issues = [] }: AppError): UploadRefusal {
  return { message, issues };
}

class Refused extends Error {
  readonly refusal: UploadRefusal;

  constructor(error: AppError) {
    super(error.message);
    this.refusal = refusalOf(error);
  }
}

function refusalIn(cause: unknown): UploadRefusal | undefined {
  return cause instanceof Refused ? cause.refusal : undefined;
}

function refuse(error: unknown): never {
  logUnforeseen(error, "materials.check");
  const refusal = appErrorOf(error);
  const code = statusOf[refusal.code] === 401 || statusOf[refusal.code] === 403 ? "FORBIDDEN" : "BAD_REQUEST";
  throw new UploadThingError({ code, message: refusal.message, cause: new Refused(refusal) });
}

let handlers: ReturnType<typeof createRouteHandler> | undefined;

/** The handlers of UploadThing's server SDK for the one kind of file that is uploaded. */
export function routeHandlers(): ReturnType<typeof createRouteHandler> {
  handlers ??= createRouteHandler({ router: fileRouter(), config: uploadthingConfig() });
  return handlers;
}
