import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { BackupsBoard } from "@/features/backups/components/backups-board";
import { copy } from "@/features/backups/messages";
import type { BackupsView } from "@/features/backups/schema";

const answer = vi.hoisted(() => ({ data: {} }));
vi.mock("@/trpc/client", () => ({
  api: { useUtils: () => ({}), backups: { get: { useQuery: () => answer }, make: { useMutation: () => ({}) } } },
}));

const none = { taskId: null, failed: null, made: null, asksForCode: false, isNightly: true, backups: [] };

it.each([
  [["secret"], true],
  [[], false],
  [undefined, false],
] satisfies [BackupsView["lacks"] | undefined, boolean][])(
  "the backups page names what, according to the server, no backup contains: %j",
  (lacks, isSaid) => {
    answer.data = { ...none, ...(lacks && { lacks }) };
    const html = renderToStaticMarkup(createElement(BackupsBoard, { now: new Date() }));
    expect(html.includes(copy.lacks.secret)).toBe(isSaid);
    expect(html).toContain(copy.makeTitle);
  },
);
