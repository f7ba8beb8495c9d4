import "server-only";
import type { CompoundFile } from "./compound-file";
import { containsFiles, containsMacros, containsPrograms } from "./content";
import { isProgram } from "./links";

const ofMacros = new Set(["macros", "vba", "_vba_project", "_vba_project_cur"]);
// Stream of Windows' Object Packager, which can hold any file; Paint uses the name for bitmaps.
const packageStream = "\u0001ole10native";
// Streams of ActiveX controls.
const ofControls = new Set(["\u0003ocxname", "\u0003ocxdata"]);
const headLength = 16;

/** Rejects a compound file with macros, programs or attached files. @throws AppError */
export async function rejectPrograms(container: CompoundFile): Promise<void> {
  for (const { name } of container.entries) if (ofMacros.has(name.toLowerCase())) throw containsMacros();
  if (container.entries.some(({ name }) => ofControls.has(name.toLowerCase()))) throw containsPrograms();
  for (const entry of container.entries) {
    if (!entry.isStream) continue;
    const head = await container.read(entry, 0, headLength);
    if (isProgram(head)) throw containsPrograms();
    // A length, then a bitmap, or the name and bytes of a file.
    if (entry.name.toLowerCase() === packageStream && head.toString("latin1", 4, 6) !== "BM") throw containsFiles();
  }
}
