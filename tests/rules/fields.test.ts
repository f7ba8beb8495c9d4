import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { classOf } from "@/lib/classes";
import { canonicalEmail, classField, dateField, emailField, idField, optionalTextField, textField } from "@/lib/fields";

describe("a class", () => {
  it.each([
    [7, 7],
    ["7", 7],
    ["Class 7", 7],
    ["class 12", 12],
    [" CLASS  1 ", 1],
    [1, 1],
    [12, 12],
    [0, undefined],
    [13, undefined],
    [-1, undefined],
    [7.5, undefined],
    ["7.0", undefined],
    ["Class", undefined],
    ["Class7", undefined],
    ["7th", undefined],
    ["Class 7 and 8", undefined],
    ["", undefined],
    ["1e0", undefined],
    ["٧", undefined],
    [null, undefined],
    [true, undefined],
    [[7], undefined],
  ])("written %j is %s", (written, expected) => {
    expect(classOf(written)).toBe(expected);
    const read = classField.safeParse(written);
    expect(read.data).toBe(expected);
    if (expected === undefined) expect(read.error?.issues[0]?.message).toBe("Please select a class from 1 to 12.");
  });

  it("means the same in all three spellings", () => {
    fc.assert(
      fc.property(fc.integer(), (number) => {
        const expected = number >= 1 && number <= 12 ? number : undefined;
        for (const written of [number, String(number), `Class ${number}`]) expect(classOf(written)).toBe(expected);
      }),
    );
  });
});

describe("an e-mail address", () => {
  it.each([
    ["Asha@Example.ORG", "asha@example.org"],
    ["  asha@example.org\n", "asha@example.org"],
    ["asha＠example.org", "asha@example.org"],
    ["ＡＳＨＡ@example.org", "asha@example.org"],
    ["asha@example.org\u3000", "asha@example.org"],
    ["\u212Aim@example.org", "kim@example.org"],
    ["asha@bücher.example", "asha@xn--bcher-kva.example"],
    ["Asha@BÜCHER.example", "asha@xn--bcher-kva.example"],
    ["asha@bu\u0308cher.example", "asha@xn--bcher-kva.example"],
    ["asha@xn--bcher-kva.example", "asha@xn--bcher-kva.example"],
    ["asha@विद्यालय.भारत", "asha@xn--j2bsalm0de7i.xn--h2brj9c"],
  ])("%j is %s", (typed, canonical) => {
    expect(canonicalEmail(typed)).toBe(canonical);
    expect(emailField.parse(typed)).toBe(canonical);
  });

  it.each(["आशा@example.org", "jörg@example.org", "аsha@example.org", "आशा@विद्यालय.भारत", "李@example.org"])(
    "%j is refused in words that say why",
    (typed) => {
      const issues = emailField.safeParse(typed).error?.issues;
      expect(issues?.map(({ message }) => message)).toEqual([
        "Please use an email address with only the letters a to z, digits and signs before the @.",
      ]);
    },
  );

  it.each([
    "asha@bü cher.example",
    "asha@bücher",
    "asha@bü/x.example",
    "asha@ü@example.org",
    "asha@bü\u200dcher.example",
  ])("%j is no address", (typed) => {
    expect(emailField.safeParse(typed).success).toBe(false);
  });

  it("has one spelling: made canonical twice it stays", () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: "grapheme" })), (text) => {
        const read = emailField.safeParse(text);
        if (read.success) expect(canonicalEmail(read.data)).toBe(read.data);
      }),
    );
    fc.assert(fc.property(fc.emailAddress(), (text) => canonicalEmail(canonicalEmail(text)) === canonicalEmail(text)));
  });

  it("is what the database takes for canonical", () => {
    fc.assert(
      fc.property(fc.emailAddress(), (text) => {
        const read = emailField.safeParse(text);
        fc.pre(read.success);
        expect(read.data).toMatch(/^[\x21-\x7e]{3,254}$/);
        expect(read.data).toBe(read.data?.toLowerCase());
      }),
    );
  });

  it.each([
    "",
    "nobody",
    "a@b",
    "a@@example.org",
    "a b@example.org",
    "a@exa\0mple.org",
    "a@example.org,b@example.org",
    null,
    7,
  ])("%j is none", (typed) => {
    expect(emailField.safeParse(typed).success).toBe(false);
  });

  it("is bounded", () => {
    const issues = emailField.safeParse(`${"a".repeat(250)}@example.org`).error?.issues;
    expect(issues?.[0]?.message).toBe("Please enter a valid email address.");
  });
});

describe("a line of text", () => {
  const field = textField("Name", 10);
  const sentence = (value: unknown) => field.safeParse(value).error?.issues[0]?.message;

  it.each(["Asha", "आशा", "Ана", "李", "👩🏽‍🏫", "O'Neil-1", "<b>", "'; --"])("may be %j", (text) => {
    expect(field.parse(text)).toBe(text);
  });

  it("is trimmed and composed", () => {
    expect(field.parse("  Jose\u0301\u00a0")).toBe("José");
  });

  it.each([undefined, null, 7, "", "   ", "\n\t"])("is required, so not %j", (value) => {
    expect(sentence(value)).toBe("Name is required.");
  });

  it("is bounded", () => {
    expect(field.safeParse("x".repeat(10)).success).toBe(true);
    expect(sentence("x".repeat(11))).toBe("Name can have 10 characters at most.");
  });

  it.each(["\0", "\ud800", "\u202e", "\u2066", "\x07", "\x7f", "\x1b", "\n", "\r", "\t", "\u0085", "\u2028", "\u2029"])(
    "has no %j inside",
    (control) => {
      expect(sentence(`a${control}b`)).toBe("Name has a character that cannot be shown.");
    },
  );
});

describe("an optional text", () => {
  it.each([undefined, null, "", "   "])("is null for %j", (value) => {
    expect(optionalTextField("School").parse(value)).toBeNull();
  });

  it("has several lines only where it may", () => {
    const text = "Chapter 1\n\tand 2";
    expect(optionalTextField("Description", 100, true).parse(text)).toBe(text);
    expect(optionalTextField("School").safeParse(text).success).toBe(false);
    for (const control of ["\0", "\udfff", "\u202d", "\x1b", "\x7f"])
      expect(optionalTextField("Description", 100, true).safeParse(`a${control}b`).success).toBe(false);
  });
});

describe("an id and a date", () => {
  it.each(["", "7", "x".repeat(36), "01234567-89ab-cdef-0123-456789abcdeg", null, 7, "' or 1=1 --"])(
    "%j is no id",
    (id) => {
      expect(idField.safeParse(id).success).toBe(false);
    },
  );

  it.each(["0000-01-01", "2026-02-29", "2026-13-01", "2026-1-1", "20-11-2026", "2026-11-20T00:00:00Z", "", null])(
    "%j is no date",
    (date) => {
      expect(dateField("Date").safeParse(date).success).toBe(false);
    },
  );

  it("the 29th of February is one in a leap year", () => {
    expect(dateField("Date").parse("2028-02-29")).toBe("2028-02-29");
  });
});
