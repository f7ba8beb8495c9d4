import { cleanup, configure } from "@testing-library/react";
import { toast } from "sonner";
import { afterEach } from "vitest";
import { takeToastRequests } from "@/components/ui/toast";
import { leftBehind } from "@/lib/unsent";
import { patience } from "./patience.mjs";

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
});
