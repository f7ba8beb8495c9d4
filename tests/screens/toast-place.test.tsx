import { screen } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, it } from "vitest";
import { controlsBeside, freePlace } from "@/components/ui/toast-place";
import { show } from "../harness/screen";

const strip = { height: 60, viewport: 700, inset: 16, now: 16 };

/** A place that this environment, which lays nothing out, does not give to an element. */
const at =
  (left: number, right: number, top = 850) =>
  (element: Element | null) => {
    if (element) element.getBoundingClientRect = () => new DOMRect(left, top, right - left, 36);
  };

/** The places of the controls that are in the way of toasts between these edges. */
function inTheWay(left: number, right: number, page: ReactNode) {
  const { unmount } = show(
    <>
      {page}
      <section aria-label="Toasts">
        <ol ref={at(left, right)}>
          <li>
            <button ref={at(left, right)} type="button">
              Close toast
            </button>
          </li>
        </ol>
      </section>
    </>,
  );
  const found = controlsBeside(screen.getByLabelText("Toasts"));
  unmount();
  return found;
}

it("only controls above or below the toasts are in their way: on a desktop, not the whole page", () => {
  const page = (
    <>
      <a ref={at(16, 228)} href="/admin/students">
        Students
      </a>
      <button ref={at(1140, 1260, 840)} type="button">
        Import rows
      </button>
      <button ref={at(1100, 1100)} type="button">
        Hidden
      </button>
    </>
  );
  expect(inTheWay(896, 1264, page).map(({ top }) => top)).toEqual([840]);
  expect(inTheWay(16, 1264, page)).toHaveLength(2);
});

it("on a phone, an open dialog's button is in the way of the toasts, but not what the dialog covers", () => {
  const rows = [10, 80, 160, 240, 320, 400, 480, 560].map((top) => (
    <button key={top} ref={at(16, 344, top)} type="button">
      Row
    </button>
  ));
  const end = (
    <button ref={at(16, 344, 640)} type="button">
      End
    </button>
  );
  const main = (
    <main key="page">
      {rows}
      {end}
    </main>
  );
  const question = (
    <div key="question" role="alertdialog">
      {end}
    </div>
  );
  const form = (
    <div key="form" role="dialog">
      {rows}
    </div>
  );
  const place = (...page: ReactNode[]) => freePlace(inTheWay(16, 344, page), strip);
  expect(place(main, question)).toBe(60);
  // Of two dialogs, the later one is in front.
  expect(place(main, form, question)).toBe(60);
  expect(place(main)).toBe(16);
});
