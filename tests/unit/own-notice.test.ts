import { isValidElement, type ReactElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, it, vi } from "vitest";
import { Alert } from "@/components/ui/alert";
import { Button } from "@/components/ui/button";
import { takeLostFocus } from "@/components/ui/take-focus";
import { NoticeFiles } from "@/features/notices/components/notice-files";
import { OwnNotice } from "@/features/notices/components/own-notice";
import type { OwnNoticeView } from "@/features/notices/schema";

type OnSuccess = { onSuccess: (found: unknown) => void };
const asked = vi.hoisted(() => ({ setData: vi.fn(), mine: vi.fn(), unread: vi.fn(), calls: [] as unknown[] }));
const page = vi.hoisted(() => ({ confirm: {}, notice: {} }));
// There is no DOM to mount it in.
vi.mock("react", async (actual) => ({
  ...(await actual<object>()),
  useEffect: () => {},
  useRef: (current: unknown) => ({ current }),
}));
vi.mock("@/trpc/client", () => ({
  api: {
    useUtils: () => ({
      notices: {
        getMine: { setData: asked.setData },
        mine: { invalidate: asked.mine },
        unread: { invalidate: asked.unread },
      },
    }),
    notices: {
      getMine: { useQuery: () => ({ data: page.notice }) },
      open: { useMutation: (call: unknown) => asked.calls.push(call) },
      confirm: {
        useMutation(call: unknown) {
          asked.calls.push(call);
          return page.confirm;
        },
      },
    },
  },
}));

type Part = ReactElement<{ children?: ReactNode; ref?: unknown; role?: string }>;

const isFunction = (type: unknown): type is (props: object) => ReactNode => typeof type === "function";

/** Everything that the notice draws, including its own parts. */
function parts(node: ReactNode): Part[] {
  if (Array.isArray(node)) return node.flatMap(parts);
  if (!isValidElement<Part["props"]>(node)) return [];
  const { type } = node as { type: unknown };
  const drawn = isFunction(type) && type.name === "Confirming" && type(node.props);
  return [node, ...parts(drawn || node.props.children)];
}

/** The notice for several children, for some of whom it is confirmed. */
function drawn(confirm: object, ...confirmed: boolean[]) {
  const of = confirmed.map((is, index) => ({
    ...{ studentId: `${index}`, name: `Child ${index}` },
    confirmedAt: is ? new Date("2026-11-29") : null,
  }));
  const notice = { ...{ _id: "1", title: "Visit", blocks: [], files: [], version: 1, state: "published" } };
  page.notice = { ...notice, mustConfirm: true, of };
  Object.assign(page, { confirm: { isIdle: false, isError: false, variables: { studentId: "0" }, ...confirm } });
  const found = parts(OwnNotice({ found: page.notice as OwnNoticeView, above: { href: "/", label: "" } }));
  const lines = found.filter(({ props }) => props.role === "status");
  const order = found.map(({ type }): unknown => type).filter((type) => type === Alert || type === Button);
  return { isRefused: order.includes(Alert), focus: lines.map(({ props }) => props.ref), order };
}

it("a confirmation that failed says so until it is stored, and takes the focus once it is", () => {
  const lost = { isError: true, error: new Error("Failed to fetch") };
  expect(drawn(lost, false, false)).toMatchObject({ isRefused: true, focus: [] });
  expect(drawn(lost, false, true)).toMatchObject({ isRefused: true, focus: [undefined] });
  expect(drawn(lost, true, true)).toMatchObject({ isRefused: false, focus: [takeLostFocus, undefined] });
  expect(drawn({}, true, false)).toMatchObject({ isRefused: false, focus: [takeLostFocus] });
  expect(drawn({ isIdle: true, variables: undefined }, true)).toMatchObject({ isRefused: false, focus: [undefined] });
});

it("a phone shows that a confirmation failed: it is told above the buttons", () => {
  const { order } = drawn({ isError: true, error: new Error("Failed to fetch") }, false, false);
  expect(order).toEqual([Alert, Button, Button]);
});

it("a notice that is opened or confirmed is shown in its newest version, and the list and the number of unread ones change", () => {
  asked.calls.length = 0;
  drawn({ isIdle: true, variables: undefined }, false);
  const [open, confirm] = asked.calls as OnSuccess[];
  for (const call of [open, confirm]) {
    vi.clearAllMocks();
    const answer = { version: 2, state: "published" };
    call?.onSuccess(answer);
    const [id, shown] = asked.setData.mock.calls[0] ?? [];
    expect(id).toEqual({ id: "1" });
    if (call === confirm) expect(shown).toBe(answer);
    // A notice that was confirmed before it was noted as opened stays confirmed.
    else {
      const kept = { version: 2, state: "published", isKept: true };
      const former = [{ version: 1 }, { state: "withdrawn" }, {}].map((change) => ({ ...kept, ...change }));
      expect(former.map((one) => shown(one))).toEqual([answer, answer, kept]);
    }
    expect([asked.mine, asked.unread].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
  }
});

it("a printed notice names its files", () => {
  const html = renderToStaticMarkup(NoticeFiles({ files: [{ name: "plan.pdf", href: "/files/1", size: 2048 }] }));
  expect(html).toContain("plan.pdf");
  expect(html).not.toContain("print:hidden");
});
