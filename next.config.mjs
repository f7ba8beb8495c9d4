import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_SERVER } from "next/constants.js";

/**
 * Next would serve the pages alone: without the limits, the headers and the order of the end that stand around them.
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
  // A page is loaded when somebody first asks for it: the start waits for none, and most are asked for by nobody for days.
  // What the compiler would keep of a build (110 MB) is of no use to the next one, which lies in another folder.
  experimental: { preloadEntriesOnStart: false, turbopackFileSystemCacheForBuild: false },
  // Pictures are small SVGs; no endpoint has to resize anything.
  images: { unoptimized: true },
  // Each build has a folder of its own (src/main/builds.mjs); without one, Next writes types for the editor.
  distDir: process.env.LYCEUM_BUILD ?? ".next",
  // `src/main/build.mjs` checks the types first: who made an error hears of it before all is compiled. Next adds folders of its
  // own to a configuration that extends no other one.
  typescript: { ignoreBuildErrors: true, tsconfigPath: "tsconfig.build.json" },
  // Loaded once by Node; a bundle would give each door a copy of its own, and the process 150 MB more.
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
