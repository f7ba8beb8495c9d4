import { expect, it } from "vitest";
import { placeBeside } from "@/components/table/row-menu";

it.each([
  ["below, where all of it is seen", { top: 100, bottom: 130 }, 180, { top: 134, maxHeight: 187 }],
  ["above, where only there all of it is seen", { top: 280, bottom: 310 }, 180, { top: 96, maxHeight: 272 }],
  ["below and scrolls, where more of it is seen there", { top: 120, bottom: 150 }, 230, { top: 154, maxHeight: 167 }],
  ["above and scrolls, where more of it is seen there", { top: 200, bottom: 230 }, 230, { top: 4, maxHeight: 192 }],
])("in a low window a row's menu is %s", (_, button, height, place) => {
  expect(placeBeside(button, height, 325)).toEqual(place);
});
