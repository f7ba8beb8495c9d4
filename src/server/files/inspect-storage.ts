import "server-only";
import type { CompoundFile } from "./compound-file";
import { carrying, macros, programs } from "./inspect-content";
import { isProgram } from "./inspect-links";

const ofMacros = new Set(["macros", "vba", "_vba_project", "_vba_project_cur"]);
// What Windows' packager makes of any file; Paint keeps its pictures under the same name.
const ofPackages = "\u0001ole10native";
const headLength = 16;

/** Refuses a compound file that holds macros, programs or files of any kind. @throws AppError */
export async function requireNoPrograms(container: CompoundFile): Promise<void> {
  for (const { name } of container.entries) if (ofMacros.has(name.toLowerCase())) throw macros();
  for (const entry of container.entries) {
    if (!entry.isStream) continue;
    const head = await container.read(entry, 0, headLength);
    if (isProgram(head)) throw programs();
    // The length comes first, then a picture, or the name and the bytes of a file.
    if (entry.name.toLowerCase() === ofPackages && head.toString("latin1", 4, 6) !== "BM") throw carrying();
  }
}
