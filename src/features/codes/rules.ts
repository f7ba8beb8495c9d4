import { listed } from "@/lib/listed";
import type { Actions } from "@/lib/may";
import { placeName } from "@/lib/place-name";
import { joinScreens } from "./messages-screens";
import type { CodeOwnerView, CodeView } from "./schema";

export const mostLetters = 300;

export const actions = { manage: "office", link: "student" } as const satisfies Actions;

/** Ten wrong codes an hour, per network and per browser. */
export const codeLimit = { name: "code", points: 10, seconds: 60 * 60 };

/**
 * Addresses per hour that may be entered with the codes of a person, or of a student's guardians: the response reveals whether
 * an address is taken, so it could be used to find out addresses.
 */
export const typedAddressLimit = { name: "code-address", points: 10, seconds: 60 * 60 };

/** Guardian codes that a student may make in a day. */
export const ownCodeLimit = { name: "own-code", points: 20, seconds: 24 * 60 * 60 };

/** The first name: enough for the owner to recognise the code, too little to reveal the person to others. */
export const firstWordOf = (name: string): string => name.trim().split(/\s+/u)[0] ?? "";

type Ends = { usedAt: Date | null; revokedAt: Date | null; expiresAt: Date; declined: boolean };

export function stateOf({ usedAt, revokedAt, expiresAt, declined }: Ends, now: Date): CodeView["state"] {
  if (usedAt !== null) return "used";
  if (revokedAt !== null) return declined ? "declined" : "revoked";
  return expiresAt > now ? "open" : "expired";
}

/** The codes of a student in the list: open ones first, because they can be ended, then the newest others, six in all. */
export function shownOf<Code extends Pick<CodeView, "state">>(codes: readonly Code[]): Code[] {
  const isOpen = ({ state }: Code) => state === "open";
  return [...codes.filter(isOpen), ...codes.filter((code) => !isOpen(code))].slice(0, 6);
}

type Ways = { printedAt: Date | null; mailedAt: Date | null };

export function wayOf({ printedAt, mailedAt }: Ways): CodeView["way"] {
  if (printedAt !== null) return "printed";
  return mailedAt === null ? "shown" : "mailed";
}

/** A colleague whose access begins on a later day, and who is nobody's guardian. */
const beginsLater = ({ side, passwordRole, children }: Pick<CodeOwnerView, "side" | "passwordRole" | "children">) =>
  side === "user" && passwordRole === "admin" && children.length === 0;

/** What tells owners that the code is theirs: the class, the children, or the relation. */
export function descriptionOf(owner: CodeOwnerView): string {
  const { firstName, className, section, children, guardian, side } = owner;
  const place = className && joinScreens.className(placeName(className, section));
  if (guardian) return [joinScreens.relationOf(guardian.relation, firstName), place].filter(Boolean).join(", ");
  if (side === "admin") return joinScreens.ofStaff;
  if (beginsLater(owner)) return joinScreens.ofFutureStaff;
  return place ?? (children.length > 0 ? joinScreens.guardianOf(listed(children)) : "");
}

/** The screen after a first login, with its link. A login by a student's code shows no data yet (decision 325). */
export function opened(
  owner: Pick<CodeOwnerView, "side" | "passwordRole" | "children" | "byStudent">,
  login: string,
  isMailOn: boolean,
) {
  const { done: title, toOffice, toResults, toHome } = joinScreens;
  if (owner.side === "admin") return { title, hint: joinScreens.doneOfStaff(login), href: "/admin", label: toOffice };
  if (beginsLater(owner)) return { title, hint: joinScreens.doneOfFutureStaff(login), href: "/", label: toHome };
  if (!owner.byStudent) return { title, hint: joinScreens.doneHint(login), href: "/user/results", label: toResults };
  const hint = isMailOn ? joinScreens.doneToConfirm : joinScreens.doneToVouch;
  return { title, hint: hint(login), href: "/user", label: toHome };
}

/** The code in the fragment of a URL, which may have been typed by hand. */
export function codeIn(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
