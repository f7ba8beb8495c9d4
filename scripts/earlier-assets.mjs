// Scripts, styles and pictures of the other builds in this checkout: who opened a page before an upgrade, or got it from another
// process, goes on with the files that this page was made with. Their names are made from their content.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { buildsIn } from "./builds.mjs";

const asset = /^\/_next\/static(\/(?:[\w~-][\w.~-]*\/)*[\w~-][\w.~-]*)$/;

/**
 * Where a file lies that the pages of another build ask for.
 * @param {string} root of the checkout
 * @param {string} build the build that is served
 * @param {Pick<import("node:http").IncomingMessage, "method" | "url">} request
 * @returns {{ folder: string; name: string } | undefined} nothing for what belongs to the build itself, or to none
 */
export function earlierAsset(root, build, { method, url = "" }) {
  const [, name] = asset.exec(url.split("?", 1)[0] ?? "") ?? [];
  if (!name || (method !== "GET" && method !== "HEAD")) return undefined;
  const folders = [build, ...buildsIn(root)].map((path) => join(root, path, "static"));
  const folder = folders.find((one) => existsSync(join(one, name)));
  return folder === undefined || folder === folders[0] ? undefined : { folder, name };
}

/**
 * Sends it, as Next sends those of the build that is served.
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
