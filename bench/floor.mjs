// The baselines of the benchmark: a bare node:http + pg server that returns the newest 24 materials from PostgreSQL (`/b`), those
// with a text in their name (`/search?q=`), and the former as a static buffer (`/buffer`); the answer of another server, asked for
// once and then sent as ready bytes with its headers (`/same?address=`); plain streams to a file (`/sink`) and from it (`/pour`);
// and deletion of all such files but the first (`/empty`).
// node bench/floor.mjs CONNECTION-AS-JSON
import { createReadStream, createWriteStream, mkdtempSync, rmSync } from "node:fs";
import { createServer, get } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { pipeline } from "node:stream/promises";
import pg from "pg";

const pool = new pg.Pool({ ...JSON.parse(process.argv[2] ?? "{}"), max: 10 });
const select = `select id as "_id", class_name::text as "className", subject, material_name as "materialName",
  '/api/materials/' || id || '/file' as "pdfFile", file_kind as "fileKind", file_size as "fileSize",
  uploaded_at as "uploadedAt", expires_at as "expiresAt"
  from materials where (expires_at is null or expires_at > now())`;
const order = "order by uploaded_at desc, id desc limit 24";
/** @param {import("pg").QueryConfig} query */
const ask = async (query) => Buffer.from(JSON.stringify((await pool.query(query)).rows));
const askB = () => ask({ name: "b", text: `${select} ${order}` });
// Planned for each text, like in the product.
const search = (/** @type {string | undefined} */ part) =>
  ask({
    text: `${select} and lower(material_name || chr(10) || subject) like lower($1) ${order}`,
    values: [`%${part}%`],
  });
const ready = await askB();

/** @param {import("node:http").ServerResponse} response @param {Buffer} body @param {object} [more] */
function send(response, body, more) {
  response.writeHead(200, { "content-type": "application/json", "content-length": body.length, ...more }).end(body);
}

/** @type {Map<string, Promise<{ headers: string[]; body: Buffer }>>} */
const answers = new Map();
// Node writes these headers itself.
const written = new Set(["connection", "keep-alive", "date", "transfer-encoding"]);

/** @param {string} address @param {string} encoding */
function answerOf(address, encoding) {
  const key = `${encoding} ${address}`;
  const known = answers.get(key);
  if (known) return known;
  /** @type {Promise<{ headers: string[]; body: Buffer }>} */
  const asked = new Promise((resolve, reject) => {
    get(address, { headers: { "accept-encoding": encoding } }, async (answer) => {
      const raw = answer.rawHeaders;
      const headers = raw.filter((_, at) => !written.has(raw[at - (at % 2)]?.toLowerCase() ?? ""));
      resolve({ headers, body: await buffer(answer) });
    }).on("error", reject);
  });
  answers.set(key, asked);
  return asked;
}

const folder = mkdtempSync(join(tmpdir(), "lyceum-floor-"));
process.once("SIGTERM", () => {
  rmSync(folder, { recursive: true, force: true });
  process.exit(0);
});
const first = join(folder, "1");
let files = 0;

const server = createServer(async (request, response) => {
  if (request.url === "/buffer") send(response, ready, { "cache-control": "public, s-maxage=60" });
  else if (request.url?.startsWith("/same?address=")) {
    const address = decodeURIComponent(request.url.slice("/same?address=".length));
    const { headers, body } = await answerOf(address, String(request.headers["accept-encoding"] ?? ""));
    response.writeHead(200, headers).end(body);
  } else if (request.url === "/sink") {
    files += 1;
    await pipeline(request, createWriteStream(join(folder, String(files)), { flush: true }));
    response.writeHead(201).end();
  } else if (request.url === "/pour") await pipeline(createReadStream(first), response);
  else if (request.url === "/empty") {
    for (; files > 1; files -= 1) rmSync(join(folder, String(files)));
    response.end();
  } else if (request.url?.startsWith("/search?q=")) send(response, await search(request.url.split("=")[1]));
  else void askB().then((body) => send(response, body));
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  process.stdout.write(`${typeof address === "object" && address ? address.port : 0}\n`);
});
