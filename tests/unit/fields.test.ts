import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Message, wordsOf } from "@/lib/catalogue";
import { classOf } from "@/lib/classes";
import {
  canonicalEmail,
  classField,
  dateField,
  emailField,
  idField,
  nameField,
  optionalSectionField,
  optionalTextField,
  sectionField,
  textField,
} from "@/lib/fields";
import { say } from "@/lib/messages";
import { fc } from "../harness/random";

describe("class field", () => {
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
  ])("the class %j is parsed as %s", (written, expected) => {
    expect(classOf(written)).toBe(expected);
    const read = classField.safeParse(written);
    expect(read.data).toBe(expected);
    if (expected === undefined)
      expect(wordsOf(read.error?.issues[0]?.message ?? "")).toBe("Please select a class from 1 to 12.");
  });

  it("all three spellings of a class are equal", () => {
    fc.assert(
      fc.property(fc.integer(), (number) => {
        const expected = number >= 1 && number <= 12 ? number : undefined;
        for (const written of [number, String(number), `Class ${number}`]) expect(classOf(written)).toBe(expected);
      }),
    );
  });
});

describe("email field", () => {
  it.each([
    ["Asha@Example.ORG", "asha@example.org"],
    ["  asha@example.org\n", "asha@example.org"],
    ["asha＠example.org", "asha@example.org"],
    ["ＡＳＨＡ@example.org", "asha@example.org"],
    ["asha@example.org\u3000", "asha@example.org"],
    ["\u200easha@example.org\u202c", "asha@example.org"],
    ["\u212Aim@example.org", "kim@example.org"],
    ["asha@bücher.example", "asha@xn--bcher-kva.example"],
    ["Asha@BÜCHER.example", "asha@xn--bcher-kva.example"],
    ["asha@bu\u0308cher.example", "asha@xn--bcher-kva.example"],
    ["asha@xn--bcher-kva.example", "asha@xn--bcher-kva.example"],
    ["asha@विद्यालय.भारत", "asha@xn--j2bsalm0de7i.xn--h2brj9c"],
  ])("the email %j becomes %s", (typed, canonical) => {
    expect(canonicalEmail(typed)).toBe(canonical);
    expect(emailField.parse(typed)).toBe(canonical);
  });

  it.each(["आशा@example.org", "jörg@example.org", "аsha@example.org", "आशा@विद्यालय.भारत", "李@example.org"])(
    "the email %j is rejected with a reason",
    (typed) => {
      const issues = emailField.safeParse(typed).error?.issues;
      expect(issues?.map(({ message }) => wordsOf(message))).toEqual([
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
  ])("the email %j is invalid", (typed) => {
    expect(emailField.safeParse(typed).success).toBe(false);
  });

  it("the canonical form of an email is stable", () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: "grapheme" })), (text) => {
        const read = emailField.safeParse(text);
        if (read.success) expect(canonicalEmail(read.data)).toBe(read.data);
      }),
    );
    fc.assert(fc.property(fc.emailAddress(), (text) => canonicalEmail(canonicalEmail(text)) === canonicalEmail(text)));
  });

  it("the canonical form of an email satisfies the database constraint", () => {
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
  ])("the email %j is rejected", (typed) => {
    expect(emailField.safeParse(typed).success).toBe(false);
  });

  it.each([undefined, null])("an email is required: %j is rejected", (value) => {
    expect(wordsOf(emailField.safeParse(value).error?.issues[0]?.message ?? "")).toBe("Email is required.");
  });

  it.each([7, true, ["asha@example.org"], {}])("the email %j is of the wrong type", (value) => {
    const issues = emailField.safeParse(value).error?.issues;
    expect(issues?.map(({ message }) => wordsOf(message))).toEqual(["Please enter a valid email address."]);
  });

  it("the length of an email is limited", () => {
    const issues = emailField.safeParse(`${"a".repeat(250)}@example.org`).error?.issues;
    expect(wordsOf(issues?.[0]?.message ?? "")).toBe("Please enter a valid email address.");
  });
});

describe("text field", () => {
  const field = textField(say("name"), 10);
  const sentence = (value: unknown) => wordsOf(field.safeParse(value).error?.issues[0]?.message ?? "");

  it.each(["Asha", "आशा", "Ана", "李", "👩🏽‍🏫", "O'Neil-1", "<b>", "'; --"])("a text may be %j", (text) => {
    expect(field.parse(text)).toBe(text);
  });

  it("a text is trimmed and normalized to NFC", () => {
    expect(field.parse("  Jose\u0301\u00a0")).toBe("José");
  });

  it.each([undefined, null, 7, "", "   ", "\n\t"])("a text is required: %j is rejected", (value) => {
    expect(sentence(value)).toBe("Name is required.");
  });

  it("the length of a text is limited", () => {
    expect(field.safeParse("x".repeat(10)).success).toBe(true);
    expect(sentence("x".repeat(11))).toBe("Name can have 10 characters at most.");
  });

  it.each(["\0", "\ud800", "\u202e", "\u2066", "\x07", "\x7f", "\x1b", "\n", "\r", "\t", "\u0085", "\u2028", "\u2029"])(
    "a text with %j is rejected",
    (control) => {
      expect(sentence(`a${control}b`)).toBe("Name has a character that cannot be shown.");
    },
  );
});

describe("name field", () => {
  const field = nameField(say("name"), 40);

  it.each(["Dr. A. www", "B.Com. S.Kumar", "Asha c/o Rao: mother", "Www. Smith", "http", "A.B.de Souza"])(
    "a name may be %j",
    (name) => {
      expect(field.parse(name)).toBe(name);
    },
  );

  it.each(["See https://kv.example", "ftp://kv.example", "Open www.kv.example", "WWW.KV.EXAMPLE"])(
    "a name with the web address in %j is rejected",
    (name) => {
      expect(wordsOf(field.safeParse(name).error?.issues[0]?.message ?? "")).toBe("Name cannot contain a web address.");
    },
  );
});

describe("optional text field", () => {
  it.each([undefined, null, "", "   "])("an optional text is null for %j", (value) => {
    expect(optionalTextField("school").parse(value)).toBeNull();
  });

  it("only a multi-line text accepts line breaks", () => {
    const text = "Chapter 1\n\tand 2";
    expect(optionalTextField("description", 100, true).parse(text)).toBe(text);
    expect(optionalTextField("school").safeParse(text).success).toBe(false);
    for (const control of ["\0", "\udfff", "\u202d", "\x1b", "\x7f"])
      expect(optionalTextField("description", 100, true).safeParse(`a${control}b`).success).toBe(false);
  });
});

describe("section fields", () => {
  it.each([
    ["A", "A"],
    [" 2b ", "2B"],
    ["abc", "ABC"],
  ])("the section %j is %s", (typed, section) => {
    expect(sectionField.parse(typed)).toBe(section);
    expect(optionalSectionField.parse(typed)).toBe(section);
  });

  it.each(["ß", "ı", "ſ", "ﬁ", "Ａ", "अ", "A B", "A-1", "ABCD", "x".repeat(21)])(
    "the section %j is rejected",
    (typed) => {
      for (const field of [sectionField, optionalSectionField])
        expect(field.safeParse(typed).error?.issues.map(({ message }) => wordsOf(message))).toEqual([
          "A section has one to three letters or digits, like A or 2B.",
        ]);
    },
  );

  it.each([undefined, null, "", " "])("an optional section is null for %j", (value) => {
    expect(optionalSectionField.parse(value)).toBeNull();
    expect(sectionField.safeParse(value).success).toBe(false);
  });
});

describe("id and date fields", () => {
  it.each(["", "7", "x".repeat(36), "01234567-89ab-cdef-0123-456789abcdeg", null, 7, "' or 1=1 --"])(
    "the id %j is invalid",
    (id) => {
      expect(idField.safeParse(id).success).toBe(false);
    },
  );

  it("a missing id is named, and an empty value is no id of this site", () => {
    const messageOf = (input: object) => z.object({ studentId: idField }).safeParse(input).error?.issues[0]?.message;
    expect(wordsOf(messageOf({}) as Message)).toBe("studentId is required.");
    expect(wordsOf(messageOf({ studentId: "" }) as Message)).toBe("This is not an id of this site.");
  });

  it("the case of an id does not matter", () => {
    const id = "019376a0-2c4b-7f07-8a9c-1d3e5f7a9b0c";
    for (const spelling of [id, id.toUpperCase()]) expect(idField.parse(spelling)).toBe(id);
  });

  it.each(["0000-01-01", "2026-02-29", "2026-13-01", "2026-1-1", "20-11-2026", "2026-11-20T00:00:00Z", "", null])(
    "the date %j is invalid",
    (date) => {
      expect(dateField("date").safeParse(date).success).toBe(false);
    },
  );

  it("February 29 is valid in leap years only", () => {
    expect(dateField("date").parse("2028-02-29")).toBe("2028-02-29");
  });
});

it.each([
  [say("below", "results", "array", 1), "results must have 1 entry at least."],
  [say("above", "results", "array", 20), "results must have 20 entries at most."],
  [say("above", "name", "string", 1), "name must have 1 character at most."],
  [say("below", "page", "number", 1), "page must be 1 or more."],
  [say("above", null, "number", 9), "What was sent must be 9 or less."],
])("a limit is said with the right number: %s", (message, words) => {
  expect(wordsOf(message)).toBe(words);
});
