// For a proof of memory: the process collects its garbage when it is asked to by SIGUSR2. Needs --expose-gc.
process.on("SIGUSR2", () => /** @type {{ gc: () => void }} */ (/** @type {unknown} */ (globalThis)).gc());
