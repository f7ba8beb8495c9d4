import "server-only";
import { badLink, fetching, programs } from "./inspect-content";

// What these start shows or writes something. Others start a program of whoever follows the link, with words of the link.
const harmless = new Set("http https mailto tel sms ftp ftps geo doi urn webcal file".split(" "));

// What Windows, macOS and Linux run when it is opened.
const endings =
  "exe com scr pif bat cmd ps1 psm1 vbs vbe js jse ws wsf wsh wsc hta msi msp msc mst cpl dll ocx sys drv lnk url scf inf reg chm hlp " +
  "jar jnlp application gadget appref-ms appx msix iso img vhd vhdx xll xlam xlsm xlsb docm dotm pptm ppam app command dmg pkg sh run desktop apk deb rpm py";
const ofPrograms = new RegExp(`\\.(?:${endings.replaceAll(" ", "|")})[. ]*$`, "i");

// PE, ELF, a shortcut of Windows, three spellings of Mach-O, a script with its interpreter.
const programHeads = ["4d5a", "7f454c46", "4c000000011402", "feedface", "feedfacf", "cffaedfe", "cefaedfe", "2321"];

/** True for the name of a file that runs when it is opened. */
export function isProgramName(name: string): boolean {
  return ofPrograms.test(name);
}

/** True for the first bytes of a program. */
export function isProgram(head: Buffer): boolean {
  const start = head.toString("hex", 0, 8);
  return programHeads.some((mark) => start.startsWith(mark));
}

/** True for what lies on another computer: a share of a network, or whatever has a scheme, except for files of the own disk. */
export function isElsewhere(target: string): boolean {
  const own = plain(target).replace(/^file:(?:\/\/(?:localhost)?\/)?(?=[^\\/])/i, "");
  return /^(?:[\\/]{2}|[a-z][\w+.-]+:)/i.test(own);
}

/** Lets pass a link that shows or writes something when a person follows it. @throws AppError */
export function requireHarmlessLink(target: string): void {
  const link = plain(target);
  const scheme = /^[^/\\?#]*?(?=:)/.exec(link)?.[0].toLowerCase();
  const isDrive = scheme?.length === 1;
  const isPort = /^(?:localhost|[\w-]+(?:\.[\w-]+)+):\d+(?:[/?#]|$)/i.test(link);
  if (scheme !== undefined && !isDrive && !isPort && !harmless.has(scheme)) throw badLink(scheme);
  if ((scheme === "file" || isDrive || /^[\\/]{2}/.test(link)) && isProgramName(link)) throw programs();
}

/** The same for the links of a PDF, which a browser follows: to files of the network neither. @throws AppError */
export function requireWebLink(target: string): void {
  requireHarmlessLink(target);
  if (/^(?:file:|[\\/]{2})/i.test(plain(target)) && isElsewhere(target)) throw fetching();
}

/** As programs read it that are lenient: without blanks and what is invisible, `%xx` resolved. */
function plain(target: string): string {
  const visible = target.replace(/[\s\p{C}]/gu, "");
  return visible.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
}
