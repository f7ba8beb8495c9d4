import { describe, expect, it } from "vitest";
import { submissionsCsv } from "@/features/admissions/rules";
import { messagesCsv } from "@/features/inquiries/rules";
import { csvOf } from "@/lib/csv";
import { fc } from "../harness/random";

/** An independent CSV parser (RFC 4180). */
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

describe("CSV export", () => {
  it("the CSV parses back to the same cells, and no cell is a formula", () => {
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
    );
  });

  it.each(starts)("the CSV marks a cell that begins with %j as text", (start) => {
    const text = `${start}cmd|' /C calc'!A0`;
    expect(read(csvOf([text], []).slice(1))).toEqual([[`'${text}`]]);
  });

  it("the CSV has a byte order mark, quoted cells and RFC 4180 line ends", () => {
    expect(csvOf(["Name", "Note"], [["Zoë", 'says "hi", twice\nthen goes']])).toBe(
      '\ufeff"Name","Note"\r\n"Zoë","says ""hi"", twice\nthen goes"\r\n',
    );
  });

  it("the CSV of applications and messages has times in the institute's time zone, and says so", () => {
    const common = { _id: "1", email: "das@example.org", createdAt: new Date("2026-11-20T18:45:00.000Z") };
    const application = {
      ...{ ...common, reference: "K7Q2-9XMD", name: "Kiran", selectedClass: 7, parentName: "=1+1", isNew: true },
      ...{ phone: "+91 98765 43210", previousSchool: null, state: "received" as const, answeredAt: null },
      givenClass: null,
      ...{ assignedTo: { _id: "2", name: "=Meera" }, visitAt: new Date("2026-12-01T05:30:00.000Z") },
      answerDue: new Date("2026-11-24T12:30:00.000Z"),
      merged: ["Rekha", "=Dev"].map((parentName) => ({ parentName, reference: "=1", email: "r@x.in", phone: "98" })),
    };
    const [head, row] = read(submissionsCsv([application], "Asia/Kolkata").slice(1));
    expect(head).toHaveLength(15);
    expect(head?.[1]).toBe("Submitted on (Asia/Kolkata)");
    expect(row).toEqual([
      ...["K7Q2-9XMD", "2026-11-21 00:15", "Kiran", "7", "'=1+1", "das@example.org", "'+91 98765 43210", ""],
      ...["Received", "2026-11-24 18:00", "", "", "'=Meera", "'=1; =1", "Rekha, r@x.in, 98; =Dev, r@x.in, 98"],
    ]);
    const [, invited] = read(submissionsCsv([{ ...application, state: "invited" }], "Asia/Kolkata").slice(1));
    expect(invited?.slice(8, 12)).toEqual(["Invited", "2026-11-24 18:00", "", "2026-12-01 11:00"]);
    const [, enrolled] = read(submissionsCsv([{ ...application, givenClass: 8 }], "Asia/Kolkata").slice(1));
    expect(enrolled?.[3]).toBe("8");
    const message = { ...common, name: "Mohan", phone: null, message: "two\nlines", answeredAt: null, doneAt: null };
    const done = { answeredAt: common.createdAt, doneAt: common.createdAt, answer: "=Yes" };
    const shown = ["2026-11-21 00:15", "Mohan", "das@example.org", "", "two\nlines"];
    const items = [
      { ...message, answer: null },
      { ...message, ...done },
    ];
    expect(read(messagesCsv(items, "Asia/Kolkata").slice(1))).toEqual([
      ...[
        ["Sent on (Asia/Kolkata)", "Name", "Email", "Phone", "Message", "State", "Answered (Asia/Kolkata)", "Answer"],
      ],
      ...[
        [...shown, "To answer", "", ""],
        [...shown, "Answered", "2026-11-21 00:15", "'=Yes"],
      ],
    ]);
  });
});
