/** @type {import("next").NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  allowedDevOrigins: ["127.0.0.1"],
  // A page is loaded when somebody first asks for it: the start waits for none, and most are asked for by nobody for days.
  experimental: { preloadEntriesOnStart: false },
  // Pictures are small SVGs; no endpoint has to resize anything.
  images: { unoptimized: true },
  // `npm test` checks the types; a start need not wait for them.
  typescript: { ignoreBuildErrors: true },
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
    "prom-client",
    "uploadthing",
    "yauzl",
    "yazl",
    "zod",
  ],
};
