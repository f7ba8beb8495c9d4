import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { deviceIn, deviceMark } from "@/server/device";
import { networkOf } from "@/server/network";
import { openSecret } from "@/server/secret";

process.env.NEXTAUTH_SECRET = "a secret that only this test file knows";
await openSecret();

const network = (caller: string) => networkOf(new Headers({ "x-lyceum-caller": caller }));

describe("the network of a caller", () => {
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
  ])("%s is %s", (caller, expected) => {
    expect(network(caller)).toBe(expected);
  });

  it.each([
    ...["unknown", "localhost", "203.0.113", "203.0.113.256", "203.0.113.7.1", "1.2.3.4, 5.6.7.8", "1.2.3.4:"],
    ...["2001:db8::1::2", "2001:db8", ":::", "[::1", "::1]", "fe80::1%", "0x7f.1", "2130706433", "1.2.3.4/24", "<b>"],
  ])("is one for all that say %j or the like: nonsense is no way round a limit", (caller) => {
    expect(network(caller)).toBe("unknown");
  });

  it("is not known without the server in front, whatever the request says of itself", () => {
    expect(networkOf(new Headers({ "x-forwarded-for": "203.0.113.7", forwarded: "for=203.0.113.7" }))).toBeUndefined();
  });

  it("is the same for a whole household and no other", () => {
    expect(network("2001:db8:1:2::1")).toBe(network("2001:db8:1:2:ffff:ffff:ffff:ffff"));
    expect(network("2001:db8:1:2::1")).not.toBe(network("2001:db8:1:3::1"));
  });
});

describe("the mark of a browser", () => {
  const [asha, bilal] = [randomUUID(), randomUUID()];

  it("says which browser it is to the person who logged in with it", () => {
    const mark = deviceMark(asha);
    expect(deviceIn(mark, asha)).toBe(mark.split(".")[0]);
    expect(deviceIn(deviceMark(asha), asha)).not.toBe(deviceIn(mark, asha));
    expect(mark).toMatch(/^[\w-]+\.[\w-]+$/);
  });

  it("says nothing of another person", () => {
    expect(deviceIn(deviceMark(bilal), asha)).toBeUndefined();
  });

  it.each<[string, (mark: string) => string | undefined]>([
    ["that is not there", () => undefined],
    ["that is empty", () => ""],
    ["that is a dot", () => "."],
    ["without its signature", (mark) => mark.split(".")[0]],
    ["with an empty signature", (mark) => `${mark.split(".")[0]}.`],
    ["that was cut", (mark) => mark.slice(0, -1)],
    ["that was made longer", (mark) => `${mark}A`],
    ["with another one's browser", (mark) => `${deviceMark(asha).split(".")[0]}.${mark.split(".")[1]}`],
    ["with a changed letter", (mark) => (mark.startsWith("A") ? "B" : "A") + mark.slice(1)],
    ["with letters beyond the alphabet", (mark) => `${mark.slice(0, -1)}é`],
    ["that is a whole book", () => "x".repeat(100_000)],
  ])("%s says nothing", (_what, change) => {
    expect(deviceIn(change(deviceMark(asha)), asha)).toBeUndefined();
  });

  it("says nothing once the secret has changed", () => {
    const mark = deviceMark(asha);
    const shared = globalThis as typeof globalThis & { lyceumSecret?: string };
    const secret = shared.lyceumSecret;
    shared.lyceumSecret = "another secret that only this test file knows";
    expect(deviceIn(mark, asha)).toBeUndefined();
    shared.lyceumSecret = secret;
    expect(deviceIn(mark, asha)).toBeDefined();
  });
});
