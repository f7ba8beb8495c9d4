// Serves the static assets of other builds in this checkout, for pages that were opened before an upgrade or rendered by
// another process. Asset names contain a content hash, so they cannot conflict.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { buildsIn } from "../main/builds.mjs";

const asset = /^\/_next\/static(\/(?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*)$/;

/**
 * The location of an asset that only another build has.
 * @param {string} root of the checkout
 * @param {string} build the build that is served
 * @param {Pick<import("node:http").IncomingMessage, "method" | "url">} request
 * @returns {{ folder: string; name: string } | undefined} undefined if the current build has it, or none has
 */
export function earlierAsset(root, build, { method, url = "" }) {
  const [, name] = asset.exec(url.split("?", 1)[0] ?? "") ?? [];
  if (!name || (method !== "GET" && method !== "HEAD")) return undefined;
  const folders = [build, ...buildsIn(root)].map((path) => join(root, path, "static"));
  const folder = folders.find((one) => existsSync(join(one, name)));
  return folder === undefined || folder === folders[0] ? undefined : { folder, name };
}

/**
 * Sends the asset with the headers that Next sends for assets of the current build.
 * @param {{ folder: string; name: string }} found
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 */
export async function sendEarlierAsset({ folder, name }, request, response) {
  const { default: sendFile } = await import("@fastify/send");
  const { statusCode, headers, stream } = await sendFile(request, name, {
    root: folder,
    index: false,
    immutable: true,
    maxAge: "365d",
  });
  response.writeHead(statusCode, headers);
  await pipeline(stream, response);
}
