import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TableFile } from "@/components/form/table-file";
import { useLead } from "@/components/form/use-lead";
import { JoinForm } from "@/features/codes/components/join-form";
import type { CodeOwnerView } from "@/features/codes/schema";
import { useDone } from "@/features/notices/components/use-done";
import { drawnForm } from "../harness/drawn-form";
import { partOf } from "../harness/part-of";

const page = vi.hoisted(() => ({
  did: [] as string[],
  leave: () => {},
}));
// There is no DOM to mount it in.
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useRef: (current: unknown) => ({ current }),
  useState: (first: unknown) => [
    first,
    (next: unknown) => typeof next === "string" && page.did.push(`beside the file: ${next}`),
  ],
  useEffect(begin: () => () => void) {
    page.leave = begin();
  },
}));
vi.mock("next/navigation", () => ({ useRouter: () => ({ push: (href: string) => page.did.push(href) }) }));
vi.mock("@/components/ui/page-refresh", () => ({ usePageRefresh: () => () => page.did.push("read anew") }));
vi.mock("@/components/ui/toast", () => {
  const tell = (message: string) => page.did.push(message);
  return { toast: { success: tell, error: tell } };
});
vi.mock("@/components/form/use-server-form", () => import("../harness/drawn-form"));
vi.mock("@/components/ui/mail-mode", () => ({ useMailMode: () => true }));
vi.mock("@/trpc/client", () => {
  const notices = { invalidate: () => page.did.push("list") };
  const issues = [{ path: ["consent"], message: "Please agree for each child." }];
  const refused = Object.assign(new Error("No."), { data: { code: "BAD_REQUEST", issues } });
  const act = (mutateAsync: () => Promise<unknown>) => ({ useMutation: () => ({ mutateAsync }) });
  const codes = { join: act(() => Promise.reject(refused)), look: act(async () => ({ firstName: "Dev" })) };
  return { api: { useUtils: () => ({ notices }), codes } };
});

beforeEach(() => void Object.assign(page, { did: [] }));
afterEach(() => void vi.unstubAllGlobals());

it("the page that follows an answer is opened only for a person who has not left", () => {
  const lead = useLead();
  lead("/admin/notices");
  expect(page.did).toEqual(["/admin/notices"]);
  page.leave();
  lead("/admin/results");
  expect(page.did).toEqual(["/admin/notices"]);
});

it("a deletion is reported wherever the person is by then", async () => {
  const done = useDone();
  page.leave();
  await done("The notice is deleted.", "/admin/notices");
  expect(page.did).toEqual(["The notice is deleted.", "list"]);
});

it.each([
  ["shows whom the code is for now", true, ["Dev"]],
  ["does not bring its form back after the person asked for another code", false, []],
])("a refused consent %s", async (_, isHere, did) => {
  const owner: CodeOwnerView = partOf({ purpose: "link", passwordRole: "user", consentFor: ["Asha"] });
  const onLooked = ({ firstName }: { firstName: string }) => page.did.push(firstName);
  JoinForm({ code: "LY-1", owner, signedIn: undefined, onOther() {}, onLooked, onDone() {} });
  const sent = drawnForm.send({ email: "", password: "", consent: "on" });
  if (!isHere) page.leave();
  await expect(sent).rejects.toThrow("No.");
  expect(page.did).toEqual(did);
});

const words = {
  choose: "Choose a file",
  reading: "Reading...",
  readFailed: "It did not arrive.",
  readMeanwhile: (file: string) => `${file} was read.`,
  whichSheet: (file: string) => file,
};

const drop = (props: ReturnType<typeof TableFile>["props"], size: number) =>
  props.onDrop({ preventDefault() {}, dataTransfer: { files: [{ name: "marks.csv", size }] } });

it.each([
  ["read", { _id: "7" }, true, ["/admin/import/7"]],
  ["read", { _id: "7" }, false, ["marks.csv was read."]],
  ["refused", { message: "It is empty." }, true, ["beside the file: It is empty."]],
  ["refused", { message: "It is empty." }, false, ["marks.csv: It is empty.", "beside the file: It is empty."]],
])("a file that is %s is reported in a toast only if its page was left (%j, %s)", async (_, body, isHere, did) => {
  vi.stubGlobal("fetch", async () => ({ ok: "_id" in body, json: async () => body }));
  vi.stubGlobal(
    "FormData",
    class {
      append() {}
    },
  );
  const lead = useLead();
  const leads = page.leave;
  const onRead = (id: string) => lead(`/admin/import/${id}`);
  const { props } = TableFile({ path: "/api/imports", words, hint: null, mostBytes: 2 * 1024 * 1024, onRead });
  drop(props, 2 * 1024 * 1024);
  if (!isHere) for (const leave of [leads, page.leave]) leave();
  await expect.poll(() => page.did).toEqual(did);
});

it("a table that is too large is not sent", async () => {
  vi.stubGlobal("fetch", vi.fn());
  const onRead = vi.fn();
  const { props } = TableFile({ path: "/api/imports", words, hint: null, mostBytes: 2 * 1024 * 1024, onRead });
  drop(props, 2 * 1024 * 1024 + 1);
  await expect
    .poll(() => page.did)
    .toEqual(["beside the file: This file is larger than 2 MB. Please choose a smaller one."]);
  expect([fetch, onRead].map((call) => vi.mocked(call).mock.calls.length)).toEqual([0, 0]);
});

const source = join(import.meta.dirname, "../../src/features");
/** Here the session has ended, or the person presses a link. */
const mayLead = /^account\/|\/(logout-button|sheet-head)\.tsx$/;

it("every page that follows an answer is opened only if its form was not left", () => {
  const pushes = readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.tsx?$/.test(path) && !mayLead.test(path))
    .flatMap((path) => readFileSync(join(source, path), "utf8").split("\n"))
    .filter((line) => /\brouter\.(push|replace)\(/.test(line));
  expect(pushes.length).toBeGreaterThan(3);
  expect(pushes.filter((line) => !/if \(.*\b(shown\.isConnected|place\.current)\b/.test(line))).toEqual([]);
});
