import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { ReplaceFile } from "@/features/materials/components/replace-file";
import { NoticeUploads } from "@/features/notices/components/notice-uploads";
import { elementsOf } from "../harness/states";

const page = vi.hoisted(() => ({ said: [] as unknown[], send: async (_: unknown) => {}, read: vi.fn() }));
// There is no DOM to mount it in.
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useRef: (current: unknown) => ({ current }),
  useId: () => "id",
  useState: (first: unknown) => [first, (next: unknown) => page.said.push(next)],
}));
vi.mock("@/trpc/client", () => {
  const rooms = { materials: { invalidate: async () => {} }, notices: { invalidate: page.read } };
  return { api: { useUtils: () => rooms, notices: { removeFile: { useMutation: () => ({}) } } } };
});
vi.mock("@/trpc/uploads", () => ({
  uploadFiles: async (_: string, { files: [file] }: { files: File[] }) => {
    await page.send(file);
    return [{ serverData: { replaced: "1" } }];
  },
}));

const screens = {
  notice: () => NoticeUploads({ notice: { _id: "1", files: [], state: "draft" }, maxMegabytes: 1 }),
  material: () => ReplaceFile({ id: "1", materialName: "Cells", maxMegabytes: 1 }),
};

/** Chooses a file in the only field. */
function choose(screen: keyof typeof screens, file: File): void {
  const field = elementsOf<{ type?: string }>("input", screens[screen]()).find(({ props }) => props.type === "file");
  const target = { files: [file], value: "" };
  const { onInput, onChange } = (field?.props ?? {}) as Record<string, (event: object) => void>;
  (onInput ?? onChange)?.({ target, currentTarget: target });
}

const asks = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));

beforeEach(() => {
  page.said = [];
  page.send = vi.fn(async () => {});
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("fetch", async (_: string, { body }: { body: FormData }) => {
    await page.send(body.get("file"));
    return { ok: true };
  });
});
afterEach(() => void vi.unstubAllGlobals());

it.each(["notice", "material"] as const)(
  "while a file for a %s is sent, the tab asks before it closes",
  async (screen) => {
    let isAsked = false;
    page.send = async () => {
      isAsked = asks();
    };
    choose(screen, new File(["12345678"], "plan.pdf"));
    await expect.poll(() => [isAsked, asks()]).toEqual([true, false]);
  },
);

it("after a lost answer the files of a notice are read again, because the file may be among them", async () => {
  page.read.mockReset();
  page.send = () => Promise.reject(new Error("Failed to fetch"));
  choose("notice", new File(["12345678"], "plan.pdf"));
  await expect.poll(() => page.read.mock.calls.length).toBe(1);
});

it.each([
  ["plan.exe", "8", /Only PDF/],
  ["plan.pdf", "", /is empty/],
  ["plan.pdf", "8".repeat(1024 * 1024 + 1), /larger than 1 MB/],
])("a file that a notice cannot have is not sent: %s", (name, text, said) => {
  choose("notice", new File([text], name));
  expect(page.said).toEqual([expect.stringMatching(said)]);
  expect(page.send).not.toHaveBeenCalled();
});
