import { createElement } from "react";
import { expect, it, vi } from "vitest";
import { failureOf } from "@/features/materials/components/upload-file";
import { UploadRow } from "@/features/materials/components/upload-row";
import { failedWith, type Upload, withFields } from "@/features/materials/components/use-many-uploads";
import { shownSize } from "@/lib/file-kinds";
import { RefusedError } from "@/trpc/failure";
import { drawn } from "../harness/drawn";

const file = new File(["12345678"], "notes.pdf");

function markupOf(upload: Upload): string {
  const act = () => {};
  const row = { upload, subjectList: "subjects", onChange: act, onChooseAgain: act, onRemove: act };
  return drawn(createElement(UploadRow, row)).html;
}

it.each([
  ["ready", 0, true],
  ["waiting", 0, true],
  ["sending", 4, true],
  ["sending", 8, false],
  ["published", 8, false],
] as const)("a file that is %s, with %i of 8 bytes sent, can be removed: %s", (state, loaded, isFree) => {
  const upload: Upload = {
    ...{ id: "1", file, version: 0, state, loaded, faults: {} },
    ...{ materialName: "Notes", className: "7", subject: "Biology" },
  };
  const [, cross = ""] = /<button([^>]*)>/.exec(markupOf(upload)) ?? [];
  expect(cross).toContain("notes.pdf");
  expect(!/ disabled=/.test(cross)).toBe(isFree);
});

it("changing a field clears the faults of the fields, but not a fault of the file", () => {
  const failed: Upload = {
    ...{ id: "1", file, version: 0, state: "ready", loaded: 0, faults: { subject: "Type a subject" } },
    ...{ materialName: "Notes", className: "7", subject: "", fault: "Type a subject" },
  };
  const typed = withFields(failed, { subject: "Biology" });
  expect(typed).toMatchObject({ subject: "Biology", className: "7", faults: {} });
  expect(typed.fault).toBeUndefined();
  const unreadable = { ...failed, choose: true, fault: "This file is empty." };
  expect(withFields(unreadable, { className: "8" })).toMatchObject({ className: "8", fault: "This file is empty." });
});

it("a faulty field is described by the sentence that is shown about it", () => {
  const upload: Upload = {
    ...{ id: "1", file, version: 0, state: "ready", loaded: 0, faults: { className: "Class?", subject: "Subject?" } },
    ...{ materialName: "Notes", className: "", subject: "", fault: "Class?" },
  };
  const html = markupOf(upload);
  const said = /<p id="([^"]+)" role="alert"[^>]*>Class\?</.exec(html)?.[1];
  const described = [...html.matchAll(/<(?:input|select) aria-label="(\w+)[^>]*>/g)].map(([tag, name]) => [
    name,
    / aria-invalid="true"/.test(tag),
    /aria-describedby="([^"]+)"/.exec(tag)?.[1],
  ]);
  expect(said).toBeDefined();
  expect(described).toEqual([
    ["Name", false, undefined],
    ["Class", true, said],
    ["Subject", true, undefined],
  ]);
});

it("a missing value is reported beside its field, which has the focus, and not as an alert", () => {
  const upload: Upload = {
    ...{ id: "1", file, version: 0, state: "ready", loaded: 0, faults: { className: "Class?", subject: "Subject?" } },
    ...{ materialName: "Notes", className: "", subject: "" },
  };
  const html = markupOf(upload);
  const said = /<p id="([^"]+)"[^>]*>Class\?</.exec(html)?.[1];
  expect(said).toBeDefined();
  expect(html).toMatch(new RegExp(`<select aria-label="Class[^>]* aria-describedby="${said}"`));
  expect(html).not.toContain('role="alert"');
});

it.each([
  ["a damaged file", new RefusedError("Damaged.", [], "UNPROCESSABLE_CONTENT")],
  ["a document with macros", new RefusedError("Macros.", [], "UNSUPPORTED_MEDIA_TYPE")],
  ["a file that is too large", new RefusedError("Too large.", [], "PAYLOAD_TOO_LARGE")],
  ["an empty file", new RefusedError("Empty.", [{ path: ["file"], message: "Empty." }], "BAD_REQUEST")],
  ["a long name", new RefusedError("Rename it.", [{ path: ["file", "name"], message: "Rename it." }], "BAD_REQUEST")],
])("after the server refused %s, another file can be chosen and published", (_, error) => {
  const upload: Upload = {
    ...{ id: "1", file, version: 0, loaded: 8, ...failedWith(error) },
    ...{ materialName: "Notes", className: "7", subject: "Biology" },
  };
  expect(upload).toMatchObject({ state: "ready", choose: true, fault: error.message });
  expect(markupOf(upload)).toContain("Choose again");
});

it.each([
  ["a field", new RefusedError("Type a subject", [{ path: ["material", "subject"], message: "Type a subject" }])],
  ["the scanner", new RefusedError("Try again.", [], "SERVICE_UNAVAILABLE")],
  ["the network", new Error("Failed to fetch")],
])("a file that failed for %s can be sent again", (_, error) => {
  expect(failedWith(error)).toMatchObject({ state: "ready", choose: false });
});

it("a file that was changed after it was chosen must be chosen again, and an unchanged one can be sent again", async () => {
  const lost = new Error("Failed to fetch");
  expect(await failureOf(lost, file)).toBe(lost);
  const changed = new File(["12345678"], "notes.pdf");
  const gone = Object.assign(new Blob(), {
    arrayBuffer: () => Promise.reject(new DOMException("", "NotReadableError")),
  });
  vi.spyOn(changed, "slice").mockReturnValue(gone);
  const failed = failedWith(await failureOf(lost, changed));
  expect(failed).toMatchObject({ choose: true, fault: expect.stringMatching(/changed or moved.*choose it again/) });
  // An answer of the server says more.
  const refused = new RefusedError("Sign in first.", [], "UNAUTHORIZED");
  expect(await failureOf(refused, changed)).toBe(refused);
});

it("an empty file has 0 KB, the smallest 1 KB", () => {
  expect([0, 1, 1024 * 1024].map(shownSize)).toEqual(["0 KB", "1 KB", "1.0 MB"]);
});
