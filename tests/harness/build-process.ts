import { buildWatched } from "./build";

// Run by `scripts/test.mjs` in parallel with other tests, with the flags of the build.
await buildWatched(...process.argv.slice(2));
