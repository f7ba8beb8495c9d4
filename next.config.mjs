import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_SERVER } from "next/constants.js";

/**
 * Refuses to run under `next` itself, which would serve the pages without our limits, headers and orderly shutdown.
 * @param {string} phase
 */
function refuseStrangers(phase) {
  const isServing = phase === PHASE_PRODUCTION_SERVER || phase === PHASE_DEVELOPMENT_SERVER;
  if (!isServing || "lyceumHost" in globalThis) return;
  process.stderr.write("Lyceum is started by `npm start`, or by `npm run dev` while its sources are edited.\n");
  process.exit(1);
}

/** @type {import("next").NextConfig} */
const config = {
  reactStrictMode: true,
  poweredByHeader: false,
  allowedDevOrigins: ["127.0.0.1"],
  // Pages are loaded at their first request: the start waits for none, and most are not requested for days. The compiler's
  // cache of a build (110 MB) is of no use to the next one, which is in another folder.
  experimental: { preloadEntriesOnStart: false, turbopackFileSystemCacheForBuild: false },
  // Pictures are small SVGs, or stored in several sizes; no endpoint has to resize anything.
  images: { unoptimized: true },
  // Each build has a folder of its own (src/main/builds.mjs); without one, Next writes types for the editor.
  distDir: process.env.LYCEUM_BUILD ?? ".next",
  // `src/main/build.mjs` checks the types first, so that a type error is reported before everything is compiled. Next adds
  // folders of its own to a configuration that does not extend another one.
  typescript: { ignoreBuildErrors: true, tsconfigPath: "tsconfig.build.json" },
  // Loaded once by Node. Bundled, each entry point would have a copy of its own, and the process would need 150 MB more.
  serverExternalPackages: [
    "@fastify/busboy",
    "@fastify/send",
    "@hono/node-server",
    "@hono/zod-openapi",
    "@opentelemetry/exporter-trace-otlp-http",
    "@opentelemetry/resources",
    "@opentelemetry/sdk-trace-node",
    "@prisma/adapter-pg",
    "@trpc/server",
    "@uploadthing/shared",
    "content-disposition",
    "graphile-worker",
    "hono",
    "light-my-request",
    "lru-cache",
    "next-auth",
    "pg-copy-streams",
    "piscina",
    "prom-client",
    "uploadthing",
    "yauzl",
    "yazl",
    "zod",
  ],
};

/** @param {string} phase */
export default function configFor(phase) {
  refuseStrangers(phase);
  return config;
}
