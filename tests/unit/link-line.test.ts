import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { LinkLine } from "@/features/guardians/components/link-line";
import { officeLinks } from "@/features/guardians/messages-links";
import type { FamilyLink } from "@/features/guardians/schema-consents";
import { partOf } from "../harness/part-of";

const facts = { name: "Mira Rao", relation: "mother", since: new Date("2026-04-06"), seesResults: true };

it("the first guardian in the order is the first to call, whatever number the order begins with", () => {
  const isToCall = (contactOrder: number, isFirst: boolean) => {
    const link: FamilyLink = partOf({ ...facts, contactOrder });
    return renderToStaticMarkup(createElement(LinkLine, { link, isFirst, onAct() {} })).includes(
      officeLinks.firstToCall,
    );
  };
  expect([isToCall(2, true), isToCall(1, true)]).toEqual([true, true]);
  expect([isToCall(1, false), isToCall(2, false)]).toEqual([false, false]);
});
