import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import { ReferenceLine } from "@/features/admissions/components/reference-line";
import { copy } from "@/features/admissions/messages";
import { referenceBytes, referenceFrom } from "@/features/admissions/rules";
import { fc } from "../harness/random";

vi.mock("@/components/ui/link", () => ({ Link: (props: object) => createElement("a", props) }));

const eight = fc.uint8Array({ minLength: referenceBytes, maxLength: referenceBytes });

describe("reference of an application", () => {
  it("a reference has only digits and letters that cannot be confused", () => {
    fc.assert(
      fc.property(eight, (bytes) => {
        expect(referenceFrom(bytes)).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
      }),
    );
  });

  it("each of the 32 characters of a reference is equally likely", () => {
    const times = new Map<string, number>();
    for (let byte = 0; byte < 256; byte += 1) {
      const [character = ""] = referenceFrom(new Uint8Array(referenceBytes).fill(byte));
      times.set(character, (times.get(character) ?? 0) + 1);
    }
    expect([...times.keys()].sort().join("")).toBe("0123456789ABCDEFGHJKMNPQRSTVWXYZ");
    expect(new Set(times.values())).toEqual(new Set([8]));
  });
});

it.each([true, false])(
  "the printed reference says what the follow-up page asks for (email leaves the site: %j)",
  (mailed) => {
    vi.stubGlobal("navigator", {});
    vi.stubGlobal("window", { location: { origin: "https://school.example" } });
    const form = {
      name: "Kiran Das",
      selectedClass: 7,
      parentName: "Mohan Das",
      email: "das@example.org",
      phone: "98765 43210",
    };
    const more = { _id: "1", reference: "K7Q2-9XMD", previousSchool: null, createdAt: new Date(), isNew: true };
    const submitted = {
      ...form,
      ...more,
      state: "received" as const,
      answerDue: null,
      answeredAt: null,
      mergedInto: null,
      mailed,
    };
    const html = renderToStaticMarkup(createElement(ReferenceLine, { submitted }));
    vi.unstubAllGlobals();
    const address = "https://school.example/admission";
    const [asked, other] = [copy.printedFollow(address), copy.printedFollowUnmailed(address)];
    expect([html.includes(asked), html.includes(other)]).toEqual([mailed, !mailed]);
    expect(other).toMatch(/phone number/);
  },
);
