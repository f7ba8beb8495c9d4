import { cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach } from "vitest";
import { takeToastRequests } from "@/components/ui/toast";
import { leftBehind } from "@/lib/unsent";
import { patience } from "./patience.mjs";
import { markSession } from "./session-mark";

class Unobserved {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// What jsdom does not have, because it lays nothing out.
Object.assign(globalThis, { ResizeObserver: Unobserved, IntersectionObserver: Unobserved });
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), { media, matches: false, onchange: null, addListener() {}, removeListener() {} });

Element.prototype.checkVisibility = () => true;

configure({ asyncUtilTimeout: patience });

afterEach(() => {
  toast.dismiss();
  takeToastRequests();
  cleanup();
  leftBehind.clear();
  localStorage.clear();
  sessionStorage.clear();
  markSession(false);
});

/** Opens or closes a popover, which the browser's own style hides while it is closed. */
function turn(popover: HTMLElement, newState: "open" | "closed") {
  popover.style.display = newState === "open" ? "block" : "";
  popover.dispatchEvent(Object.assign(new Event("toggle"), { newState }));
}

// jsdom has no popovers.
HTMLElement.prototype.hidePopover = function () {
  turn(this, "closed");
};
document.onclick = ({ target }) => {
  const button = target instanceof Element && target.closest("[popovertarget]");
  const popover = button && document.getElementById(button.getAttribute("popovertarget") ?? "");
  if (popover) turn(popover, popover.style.display ? "closed" : "open");
};

// jsdom does not know this element, and React reports unknown ones.
Object.defineProperty(HTMLUnknownElement.prototype, Symbol.toStringTag, {
  configurable: true,
  get(this: HTMLElement) {
    return this.localName === "search" ? "HTMLElement" : "HTMLUnknownElement";
  },
});
