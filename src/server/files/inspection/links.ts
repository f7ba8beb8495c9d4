import "server-only";
import { containsPrograms, loadsExternalParts, unsafeLink } from "./content";

// Schemes that only open a page or a message. Others can start a program with arguments from the link.
const allowedSchemes = new Set("http https mailto tel sms ftp ftps geo doi urn webcal file".split(" "));

// Extensions of files that Windows, macOS or Linux execute when opened.
const executableExtensions =
  "exe com scr pif bat cmd ps1 psm1 vbs vbe js jse ws wsf wsh wsc hta msi msp msc mst cpl dll ocx sys drv lnk url scf inf reg chm hlp " +
  "jar jnlp application gadget appref-ms appx msix iso img vhd vhdx xll xlam xlsm xlsb docm dotm pptm ppam app command dmg pkg sh run desktop apk deb rpm py";
const ofPrograms = new RegExp(`\\.(?:${executableExtensions.replaceAll(" ", "|")})[. ]*$`, "i");

// Magic numbers of PE, ELF, Windows shortcuts, Mach-O (three variants) and scripts.
const programMagic = ["4d5a", "7f454c46", "4c000000011402", "feedface", "feedfacf", "cffaedfe", "cefaedfe", "2321"];

/** True if the extension belongs to an executable file. */
export function isProgramName(name: string): boolean {
  return ofPrograms.test(name);
}

/** True if the first bytes belong to a program. */
export function isProgram(head: Buffer): boolean {
  const start = head.toString("hex", 0, 8);
  return programMagic.some((mark) => start.startsWith(mark));
}

/** True for network shares and URLs, except `file:` URLs of this computer. */
export function isRemote(target: string): boolean {
  const own = normalised(target).replace(/^file:(?:\/\/(?:localhost)?\/)?(?=[^\\/])/i, "");
  return /^(?:[\\/]{2}|[a-z][\w+.-]+:)/i.test(own);
}

/** Rejects a link whose scheme may start a program. @throws AppError */
export function rejectUnsafeLink(target: string): void {
  const link = normalised(target);
  const scheme = /^[^/\\?#]*?(?=:)/.exec(link)?.[0].toLowerCase();
  const isDrive = scheme?.length === 1;
  const isPort = /^(?:localhost|[\w-]+(?:\.[\w-]+)+):\d+(?:[/?#]|$)/i.test(link);
  if (scheme !== undefined && !isDrive && !isPort && !allowedSchemes.has(scheme)) throw unsafeLink(scheme);
  // Programs are opened with and without what follows the path.
  const path = link.replace(/[?#].*$/s, "").replace(/[\\/]+$/, "");
  const isFile = scheme === "file" || isDrive || /^(?:[\\/]{2}|\\|\.{1,2}[\\/])/.test(link);
  if (isFile && (isProgramName(link) || isProgramName(path))) throw containsPrograms();
}

/** Rejects links to network files as well, since browsers follow PDF links. @throws AppError */
export function rejectNonWebLink(target: string): void {
  rejectUnsafeLink(target);
  if (/^(?:file:|[\\/]{2})/i.test(normalised(target)) && isRemote(target)) throw loadsExternalParts();
}

/** Normalises as lenient readers do: no blanks or invisible characters, `%xx` decoded. */
function normalised(target: string): string {
  const visible = target.replace(/[\s\p{C}]/gu, "");
  return visible.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
