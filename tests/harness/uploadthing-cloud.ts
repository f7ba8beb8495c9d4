import { createHash, createHmac, randomBytes } from "node:crypto";
import { listen } from "./http";

type Registered = { metadata: unknown; callbackUrl: string; callbackSlug: string; isDev: boolean };

type Kept = { bytes: Buffer; isPrivate: boolean };

/**
 * An HTTP server with UploadThing's protocol: uploads to signed URLs, callbacks, downloads and deletion. `env` points the SDK
 * to it. A private file opens only by a signed URL, a public one only by its plain URL.
 * @param allowsPrivate whether the account may set the ACL of a file; new accounts may not
 */
export async function startCloud({ allowsPrivate = false } = {}) {
  const apiKey = `sk_live_${randomBytes(24).toString("hex")}`;
  const appId = "cloudapp";
  const registered = new Map<string, Registered>();
  const answers = new Map<string, unknown>();
  const files = new Map<string, Kept>();
  const calls: string[] = [];
  const callbacks: { url: string; headers: Record<string, string>; body: string }[] = [];

  const sign = (text: string) => `hmac-sha256=${createHmac("sha256", apiKey).update(text).digest("hex")}`;
  const json = (body: unknown, status = 200) => Response.json(body, { status });

  function isSigned(url: URL): boolean {
    const [signed, signature] = url.href.split("&signature=");
    const inTime = Number(url.searchParams.get("expires")) > Date.now();
    return signed !== undefined && inTime && decodeURIComponent(signature ?? "") === sign(signed);
  }

  async function take(request: Request, url: URL, key: string): Promise<Response> {
    const promise = registered.get(key);
    const value = (name: string) => decodeURIComponent(url.searchParams.get(`x-ut-${name}`) ?? "");
    const part = (await request.formData()).get("file");
    // Server-side uploads are not registered and cause no callback.
    const isServers = value("slug") === "";
    if ((!promise && !isServers) || !(part instanceof File)) return json({ error: "Not registered" }, 400);
    const bytes = Buffer.from(await part.arrayBuffer());
    if (bytes.length !== Number(value("file-size"))) return json({ error: "Wrong size" }, 400);
    const acl = value("acl");
    if (acl !== "" && !allowsPrivate) return json({ error: "Overriding the ACL is not allowed for this app" }, 400);
    files.set(key, { bytes, isPrivate: acl === "private" });
    const address = `https://${appId}.ufs.sh/f/${key}`;
    const places = { url: address, appUrl: address, ufsUrl: address };
    const fileHash = createHash("md5").update(bytes).digest("hex");
    if (!promise) return json({ ...places, fileHash, serverData: null });
    const described = { name: value("file-name"), size: bytes.length, type: value("file-type"), customId: null };
    const file = { ...described, key, ...places, fileHash };
    const body = JSON.stringify({ status: "uploaded", metadata: promise.metadata, origin: cloud.url, file });
    const headers = { "uploadthing-hook": "callback", "x-uploadthing-signature": sign(body) };
    const callbackUrl = `${promise.callbackUrl}?slug=${promise.callbackSlug}`;
    const callback = { url: callbackUrl, headers: { ...headers, "content-type": "application/json" }, body };
    callbacks.push(callback);
    const called = await fetch(callbackUrl, { method: "POST", ...callback });
    if (!called.ok || !answers.has(key)) return json({ error: "Callback failed" });
    return json({ ...places, fileHash, serverData: answers.get(key) });
  }

  function hand(request: Request, bytes: Buffer): Response {
    const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.get("range") ?? "") ?? [];
    const whole = request.method === "HEAD" ? null : new Uint8Array(bytes);
    if (from === undefined) return new Response(whole, { headers: { "content-length": String(bytes.length) } });
    const start = from === "" ? Math.max(0, bytes.length - Number(to)) : Number(from);
    const end = from === "" || to === "" ? bytes.length - 1 : Math.min(Number(to), bytes.length - 1);
    if (start > end)
      return new Response("out of range", { status: 416, headers: { "content-range": `bytes */${bytes.length}` } });
    const headers = {
      "content-range": `bytes ${start}-${end}/${bytes.length}`,
      "content-length": String(end - start + 1),
    };
    return new Response(request.method === "HEAD" ? null : new Uint8Array(bytes.subarray(start, end + 1)), {
      status: 206,
      headers,
    });
  }

  async function own(request: Request, path: string): Promise<Response> {
    if (request.headers.get("x-uploadthing-api-key") !== apiKey) return json({ error: "Invalid API key" }, 401);
    const body = await request.json();
    if (path === "/route-metadata") for (const key of body.fileKeys) registered.set(key, body);
    if (path === "/callback-result") answers.set(body.fileKey, body.callbackData);
    if (path !== "/v6/deleteFiles") return json({ ok: true });
    return json({ success: true, deletedCount: body.fileKeys.filter((key: string) => files.delete(key)).length });
  }

  const cloud = await listen(async (request) => {
    const url = new URL(request.url);
    calls.push(`${request.method} ${url.pathname}`);
    if (request.method === "POST") return own(request, url.pathname);
    const key = url.pathname.split("/").at(-1) ?? "";
    const file = files.get(key);
    const isOpen = file?.isPrivate === false && url.search === "";
    const isForSigned = !url.pathname.startsWith("/a/") || file?.isPrivate !== false;
    if (!isOpen && !(isForSigned && isSigned(url))) return json({ error: "Invalid signature" }, 403);
    if (request.method === "PUT") return take(request, url, key);
    if (!url.pathname.startsWith("/a/")) return new Response(null);
    return file ? hand(request, file.bytes) : json({ error: "Not found" }, 404);
  });

  const token = { apiKey, appId, regions: ["sea1"] };
  return {
    files,
    calls,
    registered,
    callbacks,
    close: cloud.close,
    env: {
      UPLOADTHING_TOKEN: Buffer.from(JSON.stringify(token)).toString("base64"),
      UPLOADTHING_INGEST_URL: cloud.url,
      UPLOADTHING_API_URL: cloud.url,
      UPLOADTHING_UFS_HOST: new URL(cloud.url).host,
      UPLOADTHING_UFS_APP_ID_LOCATION: "path",
    },
  };
}
