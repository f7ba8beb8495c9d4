import { QueryClient } from "@tanstack/react-query";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { UploadRow } from "@/features/materials/components/upload-row";
import type { Upload } from "@/features/materials/components/use-many-uploads";
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
