/** The address of the page, as `usePathname` and `useSearchParams` have it. */
export const address = () => `${window.location.pathname}?${new URLSearchParams(window.location.search)}`;

let [cameTo, cameAt] = ["", Number.NEGATIVE_INFINITY];
if (typeof window !== "undefined") {
  window.addEventListener("popstate", () => {
    [cameTo, cameAt] = [address(), performance.now()];
  });
}

/** In milliseconds: a page that appears later does not come from Back. */
const slowest = 10_000;

/** Whether the browser's Back or Forward has just led to this page: Next shows such a page as it was rendered, however long ago. */
export function isBackNavigation(page?: string): boolean {
  return performance.now() - cameAt <= slowest && cameTo === (page ?? address());
}
