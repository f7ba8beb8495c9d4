import "server-only";
import { randomUUID } from "node:crypto";
import { createRouteHandler, createUploadthing, type FileRouter, UploadThingError } from "uploadthing/server";
import { z } from "zod";
import { env } from "@/env";
import { createCaller } from "@/features";
import type { materialInput } from "@/features/materials/schema";
import { wordsOf } from "@/lib/catalogue";
import { type AppError, type ErrorCode, type Issue, inWords, statusOf } from "@/lib/errors";
import { files, storageOptions } from "@/server/files/configure";
import { discardFile } from "@/server/files/discard";
import { uploadthingConfig } from "@/server/files/uploadthing";
import { say } from "@/server/messages";
import { appErrorOf, logUnexpected } from "@/server/trpc/trpc";
import { principalOf, principalOfSession } from "./session";

/** Why an upload was refused, as the form shows it. */
export type UploadRefusal = { message: string; issues: Issue<string>[]; code?: ErrorCode };

const f = createUploadthing({
  errorFormatter: (error): UploadRefusal => refusalIn(error.cause) ?? { message: error.message, issues: [] },
});

function fileRouter() {
  // Any declared type is accepted here: `materials.check` validates type and name together.
  const limit = {
    // The SDK's type lists powers of two, but it parses any number.
    maxFileSize: `${env().MAX_UPLOAD_MB}MB` as "32MB",
    maxFileCount: 1,
    ...storageOptions(),
  } as const;
  const oneFile = () => f({ blob: limit }, { awaitServerData: true, getFileHashParts: () => [randomUUID()] });
  return {
    /** A study material: `materials.check` must succeed before the upload starts. */
    material: oneFile()
      // The procedures parse it with their own schema.
      .input(z.custom<z.input<typeof materialInput>>())
      .middleware(async ({ req, files, input }) => {
        const { caller, sessionId, file } = await askedBy(req, files);
        await caller.materials.check({ material: input, file }).catch(rejectUpload("materials.check"));
        return { sessionId, material: input };
      })
      .onUploadComplete(async ({ metadata, file: { key, name, type, size } }) => {
        const principal = await principalOfSession(metadata.sessionId);
        try {
          const file = { key, name, type, size };
          const added = await createCaller({ principal }).materials.add({ material: metadata.material, file });
          // UploadThing serializes it as JSON.
          const [uploadedAt, expiresAt] = [added.uploadedAt.toISOString(), added.expiresAt?.toISOString() ?? null];
          return { material: { ...added, uploadedAt, expiresAt, availableFrom: null } };
        } catch (error) {
          return { refused: await refusedOf(error, key, "materials.add") };
        }
      }),
    /** A file that replaces the file of a material: `materials.checkFile` must succeed before the upload starts. */
    replacement: oneFile()
      .input(z.custom<{ id: string }>())
      .middleware(async ({ req, files, input }) => {
        const { caller, sessionId, file } = await askedBy(req, files);
        await caller.materials.checkFile({ id: input.id, file }).catch(rejectUpload("materials.checkFile"));
        return { sessionId, id: input.id };
      })
      .onUploadComplete(async ({ metadata, file: { key, name, type, size } }) => {
        const principal = await principalOfSession(metadata.sessionId);
        try {
          const file = { key, name, type, size };
          await createCaller({ principal }).materials.replace({ id: metadata.id, file });
          return { replaced: metadata.id };
        } catch (error) {
          return { refused: await refusedOf(error, key, "materials.replace") };
        }
      }),
  } satisfies FileRouter;
}

/** Who wants to upload, and which file. */
async function askedBy(req: Request, files: readonly { name: string; type: string; size: number }[]) {
  const principal = await principalOf(req.headers);
  const [file] = files;
  if (!file) throw new UploadThingError({ code: "BAD_REQUEST", message: wordsOf(say("noFile")) });
  const { name, type, size } = file;
  return { caller: createCaller({ principal }), sessionId: principal?.sessionId ?? "", file: { name, type, size } };
}

export type UploadRouter = ReturnType<typeof fileRouter>;

/** Why a file that had arrived was refused, as the form shows it. */
async function refusedOf(error: unknown, key: string, path: string): Promise<UploadRefusal> {
  logUnexpected(error, path);
  const refusal = appErrorOf(error);
  // If the session, the right or the material ended during the upload, the procedure did not delete the file.
  if (["UNAUTHORIZED", "FORBIDDEN", "NOT_FOUND"].includes(refusal.code)) await discardFile(key);
  return refusalOf(refusal);
}

function refusalOf(error: AppError): UploadRefusal {
  const { message, issues = [], code } = inWords(error);
  return { message, issues, code };
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

const rejectUpload =
  (path: string) =>
  (error: unknown): never => {
    logUnexpected(error, path);
    const refusal = appErrorOf(error);
    const code = statusOf[refusal.code] === 401 || statusOf[refusal.code] === 403 ? "FORBIDDEN" : "BAD_REQUEST";
    const cause = new Refused(refusal);
    throw new UploadThingError({ code, message: cause.refusal.message, cause });
  };

/** The route handler of UploadThing's server SDK, created on first use. */
export function routeHandler(): ReturnType<typeof createRouteHandler> {
  const store = files();
  store.routeHandler ??= createRouteHandler({ router: fileRouter(), config: uploadthingConfig() });
  return store.routeHandler;
}
