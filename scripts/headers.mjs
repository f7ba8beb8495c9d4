// What every answer says to the browser for safety's sake, whoever writes it: a page, the API, a file, an error.
import { randomBytes } from "node:crypto";

/** @typedef {{ dev: boolean; cloud: boolean; https: boolean; subdomains?: boolean }} Site */

/**
 * What the settings say of the site's headers.
 * @param {Pick<import("../src/env").Env, "APP_URL" | "UPLOADTHING_TOKEN" | "HSTS_SUBDOMAINS">} settings
 * @param {boolean} dev
 * @returns {Site}
 */
export function siteOf({ APP_URL, UPLOADTHING_TOKEN, HSTS_SUBDOMAINS }, dev) {
  const https = APP_URL?.startsWith("https:") ?? false;
  return { dev, cloud: UPLOADTHING_TOKEN !== undefined, https, subdomains: HSTS_SUBDOMAINS === "on" };
}

/** What shared caches may keep for a second; `src/server/kept/answer.ts` says the same of what is kept ready. */
const briefly = "public, max-age=0, s-maxage=1, must-revalidate";

const forData = policy({ "default-src": "'none'" }, "'none'");

/**
 * @param {Record<string, string>} sources
 * @param {string} forms where forms may lead
 */
function policy(sources, forms) {
  const all = { ...sources, "base-uri": "'none'", "form-action": forms, "frame-ancestors": "'none'" };
  return Object.entries(all)
    .map((directive) => directive.join(" "))
    .join("; ");
}

/**
 * @param {string} scripts what may run beside the files of the site itself
 * @param {Site} site
 */
function forPages(scripts, { dev, cloud }) {
  const sources = {
    "default-src": "'none'",
    "script-src": `'self' ${scripts}${dev ? " 'unsafe-eval'" : ""}`,
    // Libraries place what floats by style attributes; they read nothing and run nothing.
    "style-src": "'self' 'unsafe-inline'",
    "img-src": "'self' data:",
    "font-src": "'self'",
    "connect-src": cloud ? "'self' https://*.ingest.uploadthing.com" : "'self'",
    "manifest-src": "'self'",
  };
  return policy(sources, "'self'");
}

/**
 * What every answer carries.
 * @param {Site} site
 * @returns {Record<string, string>}
 */
function always({ https, subdomains }) {
  return {
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    ...(https && { "strict-transport-security": `max-age=31536000${subdomains ? "; includeSubDomains" : ""}` }),
  };
}

/**
 * The headers of safety for an answer that is the same for everyone.
 * @param {Site} site
 * @param {string[]} [scripts] the hashes of the scripts inside of a page; absent for what is no page
 */
export function safetyOf(site, scripts) {
  const hashes = scripts?.map((hash) => `'sha256-${hash}'`).join(" ");
  return { ...always(site), "content-security-policy": hashes === undefined ? forData : forPages(hashes, site) };
}

/**
 * The type of an answer: who writes it has set it as a header, or hands it over with the status.
 * @param {import("node:http").ServerResponse} response
 * @param {unknown} last what stands last beside the status
 */
function typeOf(response, last) {
  const given = Object.entries(typeof last === "object" && last !== null ? last : {});
  return String(
    given.find(([name]) => name.toLowerCase() === "content-type")?.[1] ?? response.getHeader("content-type"),
  );
}

/**
 * Gives the headers of safety to an answer, where its writer has not said otherwise, and tells Next the nonce of the page.
 * @param {import("node:http").IncomingMessage} request
 * @param {import("node:http").ServerResponse} response
 * @param {Site} site
 */
export function secure(request, response, site) {
  const page = forPages(`'nonce-${randomBytes(16).toString("base64")}'`, site);
  // Next reads the nonce from here; what a visitor sends under this name counts for nothing.
  request.headers["content-security-policy"] = page;
  const { writeHead } = response;
  const finish = (/** @type {unknown[]} */ ...words) => {
    // Next lets shared caches keep what it has rendered ahead for a year, past the next version of the site.
    if (String(response.getHeader("cache-control")).startsWith("s-maxage="))
      response.setHeader("cache-control", briefly);
    const isPage = typeOf(response, words.at(-1)).startsWith("text/html");
    // A 304 has no type, and what it says replaces what came with the page that the browser keeps.
    const policies = words[0] === 304 ? {} : { "content-security-policy": isPage ? page : forData };
    for (const [name, value] of Object.entries({ ...always(site), ...policies })) {
      if (!response.hasHeader(name)) response.setHeader(name, value);
    }
    return Reflect.apply(writeHead, response, words);
  };
  Object.assign(response, { writeHead: finish });
}
