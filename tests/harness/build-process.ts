import { buildWatched } from "./build";

// Run by `scripts/test.mjs` in parallel with other tests.
await buildWatched();
