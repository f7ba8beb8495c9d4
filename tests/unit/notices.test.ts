import { describe, expect, it } from "vitest";
import { screens } from "@/features/notices/messages-screens";
import { answeringOf, audienceInWords, mayWriteTo, placesOf, rowOf, shownState, takes } from "@/features/notices/rules";
import { blocksOf, isSafeLink, plainOf, textOf } from "@/features/notices/rules-text";
import { type Audience, noticeInput } from "@/features/notices/schema";
import { noticeStates } from "@/features/notices/schema-states";
import type { Grant, Principal } from "@/lib/principal";
import { renderEmail } from "@/server/mail/email";
import { partOf } from "../harness/part-of";
import { scriptPayloads } from "../harness/payloads";
import { fc } from "../harness/random";

/** The elements that an email is made of. */
const ownTags = ["!doctype", "html", "head", "meta", "title", "style", "body", "div", "h1", "p", "br", "a"];

describe("the text of a notice", () => {
  it("has paragraphs that keep their lines, lists and links, and nothing else", () => {
    const text = "Dear all,\nwe read.\n- Any book\n* A comic\n1. First\n2) Second\n\nSee [the list](/study-materials).";
    expect(blocksOf(text)).toEqual([
      { kind: "paragraph", inlines: [{ text: "Dear all,\nwe read." }] },
      { kind: "list", ordered: false, items: [[{ text: "Any book" }], [{ text: "A comic" }]] },
      { kind: "list", ordered: true, items: [[{ text: "First" }], [{ text: "Second" }]] },
      {
        kind: "paragraph",
        inlines: [{ text: "See " }, { text: "the list", href: "/study-materials" }, { text: "." }],
      },
    ]);
    expect(plainOf(blocksOf(text), (href) => `https://school.example${href}`).at(-1)).toBe(
      "See the list (https://school.example/study-materials).",
    );
  });

  it("turns a bare address into a link, without the punctuation that ends the sentence", () => {
    expect(blocksOf("See https://school.example/a, soon.")).toEqual([
      {
        kind: "paragraph",
        inlines: [
          { text: "See " },
          { text: "https://school.example/a", href: "https://school.example/a" },
          { text: ", soon." },
        ],
      },
    ]);
  });

  it.each([
    ['Fill in "https://a.example/form".', ["https://a.example/form"], "&quot;."],
    ["See “https://a.example/form”, soon.", ["https://a.example/form"], "”, soon."],
    ["'https://a.example/?a=1&b=it's'", ["https://a.example/?a=1&amp;b=it&#39;s"], "&#39;"],
    ["<https://a.example/a> and http://b.example!", ["https://a.example/a", "http://b.example"], "!"],
    ["No address: https://", [], "https://"],
  ])("an address in an email is a link without the characters around it: %s", (text, hrefs, end) => {
    const { html } = renderEmail({ to: "a@example.org", subject: "x", paragraphs: [text] });
    const links = [...html.matchAll(/href="([^"]*)"[^>]*>([^<]*)<\/a>/g)];
    expect(links.map(([, href]) => href)).toEqual(hrefs);
    expect(links.map(([, , shown]) => shown)).toEqual(hrefs);
    expect(html).toContain(`${end}</p>`);
  });

  it.each([
    ...[
      "javascript:alert(1)",
      "JaVaScRiPt:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "//evil.example",
      "/\\evil.example",
    ],
    ...["https:", "http://", " https://a.example", "file:///etc/passwd", "blob:https://a.example/x", "example.org"],
  ])("%j is not an address for a link, and stays text", (href) => {
    expect(isSafeLink(href)).toBe(false);
    expect(JSON.stringify(blocksOf(`[press](${href})`))).not.toContain(`"href":"${href.replaceAll("\\", "\\\\")}`);
  });

  it.each(["/study-materials", "https://a.example/x?y=1#z", "http://a.example", "mailto:a@b.example", "tel:+911234"])(
    "%s is an address for a link",
    (href) => expect(isSafeLink(href)).toBe(true),
  );

  it("is the same when it is shown for editing and read again, whatever was typed", () => {
    const piece = fc.constantFrom(
      ...["- ", "1. ", "\n", "\n\n", "[a](/b)", "https://a.example", ".", ")", "[", "](", " ", "x", "*", "a b"],
      ...["[https://a.example.](https://a.example.)", "<script>", "&amp;", "\t", "javascript:x"],
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 6 })), { maxLength: 14 }), (pieces) => {
        const blocks = blocksOf(pieces.join(""));
        expect(blocksOf(textOf(blocks))).toEqual(blocks);
      }),
    );
  });

  it("with two hundred scripts in it has none that a page or an email would run", () => {
    for (const script of scriptPayloads) {
      for (const text of [script, `- ${script}`, `[x](${script})`, `[${script}](/about)`]) {
        const blocks = blocksOf(text);
        const links = blocks
          .flatMap((block) => (block.kind === "list" ? block.items.flat() : block.inlines))
          .flatMap(({ href }) => href ?? []);
        expect(links.filter((href) => href !== "/about")).toEqual([]);
        const mail = { to: "a@example.org", subject: script, heading: script, paragraphs: plainOf(blocks) };
        const tags = renderEmail(mail).html.matchAll(/<\/?([a-z!][a-z0-9]*)([^>]*)>/gi);
        for (const [tag, name = "", more = ""] of tags) {
          expect(ownTags, tag).toContain(name.toLowerCase());
          expect(more, tag).not.toMatch(/ on[a-z]+=|javascript:/i);
        }
      }
    }
  });

  it.each([{ text: " \n " }, { text: "x".repeat(5001) }, { title: "" }, { title: "x".repeat(151) }, { audience: [] }])(
    "a notice is refused with %j",
    (wrong) => {
      const given = { title: "Reading week", text: "Bring a book.", audience: [{ kind: "students" }] };
      expect(noticeInput.safeParse(given).success).toBe(true);
      expect(noticeInput.safeParse({ ...given, ...wrong }).success).toBe(false);
    },
  );

  it("a notice for students that goes neither to them nor to their guardians is refused", () => {
    const given = { title: "x", text: "x", audience: [{ kind: "students" }], toStudents: false, toGuardians: false };
    expect(noticeInput.safeParse(given).success).toBe(false);
    expect(noticeInput.safeParse({ ...given, audience: [{ kind: "staff" }] }).success).toBe(true);
  });
});

describe("whom a notice is for", () => {
  it("is said in words", () => {
    const wordsOf = (...audience: Audience[]) =>
      audienceInWords(audience.map((one) => ({ ...rowOf(one), studentName: "Asha Rao" })));
    const places = [5, 6].map((className) => ({ kind: "class" as const, className }));
    expect(wordsOf(...places, { kind: "class", className: 8, section: "B" })).toBe("Classes 5, 6 and 8 B");
    expect(wordsOf({ kind: "public" }, { kind: "students" }, { kind: "staff" })).toBe("Everyone · All classes · Staff");
    expect(wordsOf({ kind: "student", studentId: "x" })).toBe("Asha Rao");
  });

  it.each([
    ["5, 7; 8 B", ["5", "7", "8B"]],
    ["Class 12, 8b", ["12", "8B"]],
    ["8-B, 8 - a1, 8 2", ["8B", "8A1", "82"]],
    ["5-8", null],
    ["5 - 8, 9", null],
    ["8-", null],
    ["", []],
    ["13", null],
    ["seven", null],
    ["7 Red Roses", null],
  ])("%j is read as %j", (text, expected) => {
    const places = placesOf(text)?.map(({ className, section }) => `${className}${section ?? ""}`) ?? null;
    expect(places).toEqual(expected);
  });

  it("is counted in the right words: students with their families, colleagues, or both", () => {
    const wordsOf = (count: number, ...kinds: ("public" | "students" | "staff")[]) => {
      const { hasStudents, hasStaff } = answeringOf(kinds.map((kind) => ({ kind })));
      return [true, false].map((isMailOn) => screens.remindWords(count, hasStudents, hasStaff, isMailOn));
    };
    for (const [words, told, kept] of [
      [
        wordsOf(3, "students"),
        "The answers of 3 students are missing. Those of their families who get",
        "emails to their families",
      ],
      [wordsOf(1, "staff"), "The answer of 1 person is missing. Those of them who get", "emails to them are"],
      [
        wordsOf(2, "students", "staff"),
        "The answers of 2 people are missing. Those of them or their",
        "them or their families",
      ],
      [
        wordsOf(2, "staff", "public"),
        "The answers of 2 people are missing. Those of them who get",
        "emails to them are",
      ],
    ] as const) {
      expect(words[0]).toContain(told);
      expect(words[1]).toContain(kept);
    }
  });

  it("the dialog to schedule a notice does not say that it can be read at once", () => {
    expect(screens.publishLead(true, true, true)).toContain(
      "It can be read at once. For ten minutes after that no email leaves",
    );
    for (const isMailOn of [true, false]) {
      expect(screens.publishLead(isMailOn, false, true)).not.toContain("at once");
      for (const isNow of [true, false])
        expect(screens.publishLead(isMailOn, isNow, true).endsWith("The numbers are as of now.")).toBe(!isNow);
    }
  });

  it("the dialog to publish says if nobody gets an email", () => {
    for (const isMailOn of [true, false]) {
      const lead = screens.publishLead(isMailOn, true, false);
      expect(lead).toBe("It can be read at once. Nobody gets an email. You can take the notice back for ten minutes.");
    }
  });

  it("taking a notice back says what families read of it, unless it is public", () => {
    expect(screens.takenBack(false)).toMatch(/^Taken back: it is a draft again\. Whoever had opened it reads/);
    expect(screens.takenBack(true)).toBe("Taken back: it is a draft again.");
  });

  const who = (...grants: Grant[]): Principal => partOf({ role: "admin", grants, lacksSecondStep: false, userId: "x" });
  const teacher = (className: number, section: string | null) =>
    who({ role: "teacher", className, section, subjectKeys: null });
  const class7 = { kind: "class", className: 7 } as const;

  it.each([
    ["all of the class by a teacher of one section", teacher(7, "A"), [class7], false],
    ["the own section", teacher(7, "A"), [{ ...class7, section: "A" }], true],
    ["another section", teacher(7, "A"), [{ ...class7, section: "B" }], false],
    ["the class by a teacher of all of it", teacher(7, null), [class7, { ...class7, section: "B" }], true],
    ["another class beside the own one", teacher(7, null), [class7, { ...class7, className: 8 }], false],
    ["everyone by a teacher", teacher(7, null), [{ kind: "public" } as const], false],
    ["a student by a teacher", teacher(7, null), [{ kind: "student", studentId: "x" } as const], false],
    ["everyone by the office", who({ role: "office" }), [{ kind: "public" } as const], true],
  ])("whether a notice may be for %s", (_what, principal, audience, expected) =>
    expect(mayWriteTo(principal, audience)).toBe(expected),
  );
});

describe("what a notice goes through", () => {
  it.each([
    ["published", false, "2026-11-25", "ended"],
    ["published", false, "2026-11-26", "published"],
    ["published", false, null, "published"],
    ["published", true, "2026-11-25", "published"],
    ["scheduled", true, "2026-11-25", "held"],
    ["withdrawn", false, "2026-11-25", "withdrawn"],
  ] as const)("one that is %s, held: %s, until %s, is shown on 26 November as %s", (state, isHeld, until, shown) => {
    expect(shownState({ state, isHeld, until }, "2026-11-26")).toBe(shown);
  });

  it("each state allows only the steps that lead on from it", () => {
    const acts = ["edit", "publish", "callOff", "change", "takeBack", "withdraw", "remove"] as const;
    const table = noticeStates.map((state) => acts.filter((act) => takes(state, act)).join(" "));
    expect(table).toEqual(["edit publish remove", "edit publish callOff", "change takeBack withdraw", "remove"]);
  });
});
