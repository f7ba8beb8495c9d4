import "server-only";
import { isIPv4, isIPv6 } from "node:net";

/**
 * The network a request came from, as `scripts/start.mjs` found it: an IPv4 address, or the first half of an IPv6 one, all
 * of which one household has. Undefined without that server in front.
 */
export function networkOf(headers: Pick<Headers, "get">): string | undefined {
  const address = withoutPort(headers.get("x-lyceum-caller") ?? "");
  if (address === "") return undefined;
  if (isIPv4(address)) return address;
  // What a proxy could not name is one network: it must not be a way round.
  if (!isIPv6(address)) return "unknown";
  const groups = groupsOf(address);
  // An IPv4 address as a socket for both kinds shows it.
  if (/^(0:){5}ffff$/.test(groups.slice(0, 6).join(":"))) return ipv4Of(groups.slice(6));
  if (/^(0:){7}1$/.test(groups.join(":"))) return "::1";
  return `${canonical(`http://[${groups.slice(0, 4).join(":")}::]`)}/64`;
}

// Some proxies name the port as well.
function withoutPort(address: string): string {
  return address.replace(/^\[(.+)\](:\d+)?$/, "$1").replace(/^([\d.]+):\d+$/, "$1");
}

/** The eight groups of an IPv6 address, without its zone. */
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

/** The one spelling of an address, as URLs have it. */
function canonical(url: string): string {
  return new URL(url).hostname.replace(/^\[|\]$/g, "");
}
