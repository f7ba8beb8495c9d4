import "server-only";
import type { IncomingMessage } from "node:http";
import { isIPv4, isIPv6 } from "node:net";

/**
 * Client address: the peer of the connection or, behind `proxies` trusted proxies, the address that the outermost one
 * saw. Further entries of the header are set by the client and ignored.
 */
export function addressOf({ headers, socket }: IncomingMessage, proxies: number): string {
  const forwarded = String(headers["x-forwarded-for"] ?? "").split(",");
  const seen = [...forwarded.map((part) => part.trim()).filter(Boolean), socket.remoteAddress ?? ""];
  return seen.at(-1 - Math.min(proxies, seen.length - 1)) ?? "";
}

/** Network of an address: an IPv4 address itself, or the /64 of an IPv6 address, which one household shares. */
export function networkOf(caller: string | undefined): string | undefined {
  const address = withoutPort(caller ?? "");
  if (address === "") return undefined;
  if (isIPv4(address)) return address;
  // All unparsable addresses share one limit, so that they cannot bypass it.
  if (!isIPv6(address)) return "unknown";
  const groups = groupsOf(address);
  // IPv4-mapped IPv6 address.
  if (/^(0:){5}ffff$/.test(groups.slice(0, 6).join(":"))) return ipv4Of(groups.slice(6));
  if (/^(0:){7}1$/.test(groups.join(":"))) return "::1";
  return `${canonical(`http://[${groups.slice(0, 4).join(":")}::]`)}/64`;
}

function withoutPort(address: string): string {
  return address.replace(/^\[(.+)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
}

function groupsOf(address: string): string[] {
  const [head = "", tail] = canonical(`http://[${address.split("%", 1)[0]}]`).split("::");
  const before = head.split(":").filter(Boolean);
  const after = tail?.split(":").filter(Boolean) ?? [];
  return [...before, ...Array<string>(8 - before.length - after.length).fill("0"), ...after];
}

function ipv4Of(groups: string[]): string {
  const [high = 0, low = 0] = groups.map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

function canonical(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, "");
}
