import { createElement } from "react";
import { expect, it } from "vitest";
import { BackupsBoard } from "@/features/backups/components/backups-board";
import { copy } from "@/features/backups/messages";
import type { BackupsView } from "@/features/backups/schema";
import { drawn } from "../harness/drawn";
import { partOf } from "../harness/part-of";

const none = { taskId: null, failed: null, made: null, asksForCode: false, isNightly: true, backups: [] };

it.each([
  [["secret"], true],
  [[], false],
  [undefined, false],
] satisfies [BackupsView["lacks"] | undefined, boolean][])(
  "the backups page names what, according to the server, no backup contains: %j",
  (lacks, isSaid) => {
    const first = partOf<BackupsView>({ ...none, ...(lacks && { lacks }) });
    const { html } = drawn(createElement(BackupsBoard, { first, now: new Date() }));
    expect(html.includes(copy.lacks.secret)).toBe(isSaid);
    expect(html).toContain(copy.makeTitle);
  },
);
