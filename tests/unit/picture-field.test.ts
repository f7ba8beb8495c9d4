import { beforeEach, expect, it, vi } from "vitest";
import { Button } from "@/components/ui/button";
import { PictureField } from "@/features/institute/components/picture-field";
import { draw, elementsOf, forgetStates } from "../harness/states";

const page = vi.hoisted(() => ({ changed: vi.fn(), count() {}, send: vi.fn() }));
// There is no DOM to mount it in.
vi.mock("react", async (actual) => {
  const { useState } = await import("../harness/states");
  const useRef = (current: unknown) => ({ current });
  return { ...(await actual<object>()), useState, useRef, useId: () => "id", use: () => page };
});

const picture = JSON.stringify({ src: "/a.png", width: 400, height: 300 });
const screen = (shown: string) =>
  draw(() =>
    PictureField({
      ...{ label: "Photo", hint: undefined, name: "photo", shown, fault: undefined },
      ...{ optional: true, place: "portrait" },
    }),
  );

beforeEach(() => {
  forgetStates();
  page.changed.mockReset();
  vi.stubGlobal("fetch", page.send);
  return () => vi.unstubAllGlobals();
});

it("removing a picture marks the form as changed", () => {
  const [, takeOut] = elementsOf<{ onClick?: (event?: object) => void }>(Button, screen(picture));
  takeOut?.props.onClick?.();
  expect(elementsOf(Button, screen(picture))).toHaveLength(1);
  expect(page.changed).toHaveBeenCalledOnce();
});

it.each([
  ["that was refused does not mark the form as changed", false, 0],
  ["that was uploaded marks the form as changed", true, 1],
])("a picture %s", async (_, ok, marks) => {
  page.send.mockResolvedValueOnce({ ok, json: async () => JSON.parse(picture) });
  const inputs = elementsOf<{ type: string; onInput: (event: object) => void }>("input", screen(""));
  const files = [new File(["a picture"], "photo.png")];
  inputs.find(({ props }) => props.type === "file")?.props.onInput({ currentTarget: { files } });
  await vi.waitFor(() => expect(elementsOf(Button, screen(""))[0]?.props.busy).toBe(false));
  expect(page.send).toHaveBeenCalled();
  expect(page.changed).toHaveBeenCalledTimes(marks);
});
