import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { folderPrefix } from "./folders";

/**
 * The data folder of this worker, shared by its test files, since settings are read once. `sweep` removes it after the
 * process has ended.
 */
export const dataDir = mkdtempSync(join(tmpdir(), `${folderPrefix}${process.pid}-`));
