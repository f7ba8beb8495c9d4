import { QueryClient } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { UploadRow } from "@/features/materials/components/upload-row";
import { type Upload, withFields } from "@/features/materials/components/use-many-uploads";
import { api } from "@/trpc/client";

const file = new File(["12345678"], "notes.pdf");

it.each([
  ["ready", 0, true],
  ["waiting", 0, true],
  ["sending", 4, true],
  ["sending", 8, false],
  ["published", 8, false],
] as const)("a file that is %s, of which %i of 8 bytes have left, can be taken off: %s", (state, loaded, isFree) => {
  const upload: Upload = {
    ...{ id: "1", file, version: 0, state, loaded, faults: {} },
    ...{ materialName: "Notes", className: "7", subject: "Biology" },
  };
  const act = () => {};
  const row = { upload, subjectList: "subjects", onChange: act, onChooseAgain: act, onRemove: act };
  const children = createElement(UploadRow, row);
  const provided = { client: api.createClient({ links: [] }), queryClient: new QueryClient(), children };
  const [, cross = ""] = /<button([^>]*)>/.exec(renderToStaticMarkup(createElement(api.Provider, provided))) ?? [];
  expect(cross).toContain("notes.pdf");
  expect(!/ disabled=/.test(cross)).toBe(isFree);
});

it("a changed field takes back what was wrong with the former ones, but not what is wrong with the file", () => {
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
