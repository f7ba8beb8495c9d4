import { fireEvent, screen } from "@testing-library/react";
import { expect, it, vi } from "vitest";
import { PictureField } from "@/features/institute/components/picture-field";
import { FormOfPictures } from "@/features/institute/components/send-picture";
import { show } from "../harness/screen";

const picture = { src: "/a.png", width: 400, height: 300 };

/** Shows the field. Returns what it says to its form, and the page. */
function shown(value: string) {
  const form = { count: vi.fn(), changed: vi.fn() };
  const field = { label: "Photo", hint: undefined, name: "photo", shown: value, fault: undefined };
  const page = show(
    <FormOfPictures value={form}>
      <PictureField {...field} optional place="portrait" />
    </FormOfPictures>,
  );
  return { ...form, ...page };
}

it("removing a picture marks the form as changed", () => {
  const { changed, container } = shown(JSON.stringify(picture));
  expect(screen.getByRole("img").getAttribute("src")).toBe("/a.png");
  fireEvent.click(screen.getByRole("button", { name: "No picture" }));
  expect(screen.queryByRole("img")).toBeNull();
  expect(screen.getAllByRole("button")).toHaveLength(1);
  expect(container.querySelector<HTMLInputElement>("[name=photo]")?.value).toBe("");
  expect(changed).toHaveBeenCalledOnce();
});

it.each([
  ["that was refused does not mark the form as changed", false, 0],
  ["that was uploaded marks the form as changed", true, 1],
])("a picture %s", async (_, ok, marks) => {
  const send = vi.fn(async (_path: string, _init: RequestInit) =>
    Response.json(ok ? picture : {}, { status: ok ? 200 : 400 }),
  );
  vi.stubGlobal("fetch", send);
  const { changed, container } = shown("");
  const files = [new File(["a picture"], "photo.png")];
  const field = container.querySelector("input[type=file]");
  if (field) fireEvent.input(field, { target: { files } });
  expect(screen.getByRole("button").getAttribute("aria-busy")).toBe("true");
  await screen.findByRole("button", { name: ok ? "Choose another" : "Choose a picture", busy: false });
  expect(send).toHaveBeenCalledOnce();
  expect(changed).toHaveBeenCalledTimes(marks);
});
