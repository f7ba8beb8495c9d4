import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { genUploader } from "uploadthing/client";
import { createRouteHandler, createUploadthing, type FileRouter } from "uploadthing/next";
import { vi } from "vitest";
import { z } from "zod";
import { db } from "@/server/db/client";
import { configureFiles } from "@/server/files/configure";
import { openFile } from "@/server/files/read";
import { handleUpload } from "@/server/files/store";
import { isExternalCallback, relativeUrls, uploadthingConfig } from "@/server/files/uploadthing";
import { xmlHttpRequestOver } from "./xml-http-request";

export const site = "http://localhost:3000";

type Complete = { key: string; name: string; size: number; type: string; metadata: { subject: string; slug: string } };

/** A minimal app for the file machinery: one upload route, its handlers and the upload of a browser. */
export async function uploadApp() {
  const dataDir = await mkdtemp(join(tmpdir(), "lyceum-files-"));
  const onComplete = vi.fn(async (file: Complete): Promise<object | null> => ({ published: file.key }));
  const route = createUploadthing();
  const router = {
    file: route({ blob: { maxFileSize: "32MB", maxFileCount: 5 } }, { getFileHashParts: () => [crypto.randomUUID()] })
      .input(z.object({ subject: z.string() }))
      .middleware(({ input }) => ({ subject: input.subject, slug: "file" }))
      .onUploadComplete(async ({ file: { key, name, size, type }, metadata }) =>
        JSON.parse(JSON.stringify(await onComplete({ key, name, size, type, metadata }))),
      ),
  } satisfies FileRouter;

  configureFiles({
    secret: "a secret that only tests know, long enough",
    dataDir,
    callback: (request) => handler.POST(request as Parameters<typeof handler.POST>[0]),
  });
  const handler = createRouteHandler({ router, config: uploadthingConfig() });

  /** Handles a request like the product's routes. */
  async function serve(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url);
    if (pathname.startsWith("/api/uploads/")) return handleUpload(request);
    if (pathname !== "/api/uploadthing" || isExternalCallback(request)) return new Response(null, { status: 404 });
    return relativeUrls(await handler.POST(request as Parameters<typeof handler.POST>[0]));
  }

  /** A browser's fetch: relative URLs go to the app, others to the network. */
  async function browse(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const url = new URL(input instanceof Request ? input.url : input, site);
    const request = new Request(url, init?.body ? ({ ...init, duplex: "half" } as RequestInit) : init);
    return url.origin === site ? serve(request) : fetch(request);
  }

  vi.stubGlobal("XMLHttpRequest", xmlHttpRequestOver(browse));
  const client = genUploader<typeof router>({ fetch: browse as typeof fetch, url: `${site}/api/uploadthing` });
  const upload = (...files: File[]) => client.uploadFiles("file", { files, input: { subject: "Biology" } });

  /** Reserves an upload like the client, without sending the file. */
  async function promise(file: { name: string; size: number; type: string }): Promise<{ url: string; key: string }> {
    const answer = await browse("/api/uploadthing?actionType=upload&slug=file", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ files: [file], input: { subject: "Biology" } }),
    });
    const [place] = (await answer.json()) as { url: string; key: string }[];
    if (!place) throw new Error("No place was promised.");
    return place;
  }

  return {
    dataDir,
    onComplete,
    upload,
    serve,
    browse,
    promise,
    close: async () => {
      vi.unstubAllGlobals();
      await rm(dataDir, { recursive: true, force: true });
      await db().upload.deleteMany();
    },
    onDisk: () => readdir(join(dataDir, "files")).catch(() => [] as string[]),
  };
}

export type UploadApp = Awaited<ReturnType<typeof uploadApp>>;

export const pdf = (bytes: BlobPart, name = "notes.pdf") => new File([bytes], name, { type: "application/pdf" });
export const findUpload = (key: string) => db().upload.findUnique({ where: { key } });
export const textOf = async (key: string) => new Response((await openFile(key)).body).text();

/** A form with one part, `file`. */
export function formOf(bytes: BlobPart, name?: string, field = "file"): FormData {
  const form = new FormData();
  form.append(field, pdf(bytes, name));
  return form;
}
