import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { messagesCsv, submissionsCsv } from "@/features/services/rules";
import { csvOf } from "@/lib/csv";

/** Reads a table as RFC 4180 says, independently of what wrote it. */
function read(csv: string): string[][] {
  const rows: string[][] = [[]];
  let [cell, quoted] = ["", false];
  for (let at = 0; at < csv.length; at += 1) {
    const character = csv.charAt(at);
    if (quoted && csv.slice(at, at + 2) === '""') {
      cell += character;
      at += 1;
    } else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === "," || character === "\r")) {
      rows.at(-1)?.push(cell);
      cell = "";
    } else if (!quoted && character === "\n") rows.push([]);
    else cell += character;
  }
  return rows.slice(0, -1);
}

const starts = ["=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠", " =", "\u200b=", "\u00a0+"];
const runs = /^[=+\-@\t\r\n＝＋－＠]/;

describe("a table for spreadsheets", () => {
  it("brings every one of 1,000 cells back, and none of them as a formula", () => {
    const unit = fc.oneof(fc.constantFrom(...starts, '"', ",", "\r\n", "'", "é", "क"), fc.string({ unit: "binary" }));
    const cells = fc.array(unit, { maxLength: 6 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(cells, (text) => {
        const [row] = read(csvOf([text], []).slice(1));
        const shown = row?.[0] ?? "";
        expect([text, `'${text}`]).toContain(shown);
        expect(shown).not.toMatch(runs);
        expect(shown.replace(/^[\s\p{Cf}]+/u, "")).not.toMatch(runs);
      }),
      { numRuns: 1000 },
    );
  });

  it.each(starts)("marks what begins with %j as text", (start) => {
    const text = `${start}cmd|' /C calc'!A0`;
    expect(read(csvOf([text], []).slice(1))).toEqual([[`'${text}`]]);
  });

  it("is UTF-8 by its mark, quoted, and ends each line as RFC 4180 does", () => {
    expect(csvOf(["Name", "Note"], [["Zoë", 'says "hi", twice\nthen goes']])).toBe(
      '\ufeff"Name","Note"\r\n"Zoë","says ""hi"", twice\nthen goes"\r\n',
    );
  });

  it("holds the applications and the messages, their times on the institute's clock, and says so", () => {
    const common = { _id: "1", email: "das@example.org", createdAt: new Date("2026-11-20T18:45:00.000Z") };
    const application = {
      ...{ ...common, reference: "K7Q2-9XMD", name: "Kiran", selectedClass: 7, parentName: "=1+1", isNew: true },
      ...{ phone: "+91 98765 43210", previousSchool: null },
    };
    const [head, row] = read(submissionsCsv([application]).slice(1));
    expect(head).toHaveLength(8);
    expect(head?.[1]).toBe("Submitted on (Asia/Kolkata)");
    expect(row).toEqual([
      ...["K7Q2-9XMD", "2026-11-21 00:15", "Kiran", "7", "'=1+1", "das@example.org", "'+91 98765 43210", ""],
    ]);
    const message = { ...common, name: "Mohan", phone: null, message: "two\nlines" };
    expect(read(messagesCsv([message]).slice(1))).toEqual([
      ["Sent on (Asia/Kolkata)", "Name", "Email", "Phone", "Message"],
      ["2026-11-21 00:15", "Mohan", "das@example.org", "", "two\nlines"],
    ]);
  });
});
