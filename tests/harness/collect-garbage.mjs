// For memory tests: collects garbage on SIGUSR2. Needs --expose-gc.
process.on("SIGUSR2", () => /** @type {{ gc: () => void }} */ (/** @type {unknown} */ (globalThis)).gc());
