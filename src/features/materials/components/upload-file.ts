import type { z } from "zod";
import type { ErrorCode, Issue } from "@/lib/errors";
import { sessionEnd } from "@/lib/session-end";
import { codeOf, faultsOf, issuesOf, messageOf, RefusedError, reportFailure } from "@/trpc/failure";
import { uploadFiles } from "@/trpc/uploads";
import { uploadCopy } from "../messages-upload";
import type { materialInput } from "../schema";

/** `signal` aborts the upload; `onProgress` gets the number of bytes sent. */
type Travel = { signal: AbortSignal; onProgress: (loaded: number) => void };

/** A refusal of the upload route. */
type Refusal = { message: string; issues: Issue<string>[]; code?: ErrorCode };

/** Publishes one of several files. @throws RefusedError with the server's message */
export async function sendMaterial(file: File, input: z.input<typeof materialInput>, travel: Travel): Promise<void> {
  const [sent] = await uploadFiles("material", { files: [file], input, ...optionsOf(travel) }).catch((error) =>
    refuse(error, file),
  );
  const { refused, material } = sent?.serverData ?? {};
  settle(refused, material);
}

/** Uploads the file that replaces a material's file. @throws RefusedError with the server's message */
export async function sendReplacement(file: File, id: string, travel: Travel): Promise<void> {
  const [sent] = await uploadFiles("replacement", { files: [file], input: { id }, ...optionsOf(travel) }).catch(
    (error) => refuse(error, file),
  );
  const { refused, replaced } = sent?.serverData ?? {};
  settle(refused, replaced);
}

const optionsOf = ({ signal, onProgress }: Travel) => ({
  signal,
  onUploadProgress: ({ loaded }: { loaded: number }) => onProgress(loaded),
});

async function refuse(error: unknown, file: File): Promise<never> {
  throw await failureOf(refusalIn(error) ?? error, file);
}

/** The error to show for a failed upload: a browser cannot read a file that was changed after it was chosen. */
export async function failureOf(error: unknown, file: File): Promise<unknown> {
  if (codeOf(error) !== undefined) return error;
  try {
    await file.slice(0, 1).arrayBuffer();
    // The store's own answer, such as "XHR failed 500", would count as ours.
    return Object(error).data ? new Error("The store has failed.", { cause: error }) : error;
  } catch {
    const message = uploadCopy.fileChanged;
    return new RefusedError(message, [{ path: ["file"], message }]);
  }
}

function settle(refused: Refusal | undefined, done: unknown): void {
  if (refused) throw new RefusedError(refused.message, refused.issues, refused.code);
  if (!done) throw new Error("The upload ended without a response.");
}

/**
 * Despite its types, UploadThing passes refusals of the route as the cause, and refusals of the embedded store as data.
 * Errors of the cloud store are not written for users, and lack our codes.
 */
export function refusalIn(error: unknown): RefusedError | undefined {
  const { cause, data } = Object(error) as {
    cause?: Partial<Refusal>;
    data?: { error?: string; code?: ErrorCode };
  };
  if (cause?.message !== undefined && cause.issues !== undefined)
    return new RefusedError(cause.message, cause.issues, cause.code);
  return data?.error !== undefined && data.code !== undefined ? new RefusedError(data.error, [], data.code) : undefined;
}

/** Why a file was not published, in one message. */
export const faultOf = (error: unknown): string =>
  Object.values(faultsOf(error))[0] ?? messageOf(error, uploadCopy.uploadFailed);

/** Reports a failed upload in the same way as a failed call. */
export function reportUpload(error: unknown): void {
  reportFailure(error);
  if (codeOf(error) === "UNAUTHORIZED") window.dispatchEvent(new Event(sessionEnd));
}

const codesOfFiles: readonly (ErrorCode | undefined)[] = [
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "UNPROCESSABLE_CONTENT",
];

/** True if an upload was refused because of its file: the same file would be refused again. */
export const isFaultOfFile = (error: unknown) =>
  codesOfFiles.includes(codeOf(error)) || issuesOf(error).some(({ path }) => path.includes("file"));
