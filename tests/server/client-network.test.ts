import { IncomingMessage } from "node:http";
import { Socket } from "node:net";
import { describe, expect, it } from "vitest";
import { addressOf, networkOf } from "@/server/rate-limits/client-network";

/** A request over a connection from 203.0.113.1. */
function requestFrom(headers: IncomingMessage["headers"]): IncomingMessage {
  const socket = Object.defineProperty(new Socket(), "remoteAddress", { value: "203.0.113.1" });
  return Object.assign(new IncomingMessage(socket), { headers });
}

describe("the client address", () => {
  it.each<[proxies: number, forwarded: string | undefined, expected: string]>([
    [0, undefined, "203.0.113.1"],
    [0, "203.0.113.7", "203.0.113.1"],
    [1, "203.0.113.7", "203.0.113.7"],
    [1, "203.0.113.8, 203.0.113.7", "203.0.113.7"],
    [2, "203.0.113.9, 203.0.113.8,203.0.113.7", "203.0.113.8"],
    [2, "203.0.113.7", "203.0.113.7"],
    [1, undefined, "203.0.113.1"],
    [1, " , ", "203.0.113.1"],
  ])("the client address behind %i proxies with X-Forwarded-For %j is %s", (proxies, forwarded, expected) => {
    const headers = { ...(forwarded !== undefined && { "x-forwarded-for": forwarded }), forwarded: "for=203.0.113.7" };
    expect(addressOf(requestFrom(headers), proxies)).toBe(expected);
  });
});

describe("the client network", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7"],
    ["203.0.113.7:51234", "203.0.113.7"],
    ["::ffff:203.0.113.7", "203.0.113.7"],
    ["::FFFF:203.0.113.7", "203.0.113.7"],
    ["0:0:0:0:0:ffff:203.0.113.7", "203.0.113.7"],
    ["::ffff:cb00:7107", "203.0.113.7"],
    ["127.0.0.1", "127.0.0.1"],
    ["::1", "::1"],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["2001:DB8:1:2:aaaa:bbbb:cccc:dddd", "2001:db8:1:2::/64"],
    ["2001:0db8:0001:0002:0003:0004:0005:0006", "2001:db8:1:2::/64"],
    ["[2001:db8:1:2::6]:443", "2001:db8:1:2::/64"],
    ["2001:db8::1", "2001:db8::/64"],
    ["2001:db8:0:1::1", "2001:db8:0:1::/64"],
    ["2001::1:2:3:4:5:6", "2001:0:1:2::/64"],
    ["1::2:3:4:5:1.2.3.4", "1:0:2:3::/64"],
    ["64:ff9b::203.0.113.7", "64:ff9b::/64"],
    ["fe80::1%eth0", "fe80::/64"],
    ["fe80::1:2%25", "fe80::/64"],
    ["::", "::/64"],
  ])("the network of %s is %s", (caller, expected) => {
    expect(networkOf(caller)).toBe(expected);
  });

  it.each([
    ...["unknown", "localhost", "203.0.113", "203.0.113.256", "203.0.113.7.1", "1.2.3.4, 5.6.7.8", "1.2.3.4:"],
    ...["2001:db8::1::2", "2001:db8", ":::", "[::1", "::1]", "fe80::1%", "0x7f.1", "2130706433", "1.2.3.4/24", "<b>"],
  ])("all unparsable addresses such as %j share one network, so that they bypass no limit", (caller) => {
    expect(networkOf(caller)).toBe("unknown");
  });

  it("calls by the server itself have no network", () => {
    expect(networkOf(undefined)).toBeUndefined();
  });

  it("one household's IPv6 addresses share a network that no other household has", () => {
    expect(networkOf("2001:db8:1:2::1")).toBe(networkOf("2001:db8:1:2:ffff:ffff:ffff:ffff"));
    expect(networkOf("2001:db8:1:2::1")).not.toBe(networkOf("2001:db8:1:3::1"));
  });
});
