/** @type {import("next").NextConfig} */
export default {
  reactStrictMode: true,
  poweredByHeader: false,
  allowedDevOrigins: ["127.0.0.1"],
  // `npm test` checks the types; a start need not wait for them.
  typescript: { ignoreBuildErrors: true },
};
