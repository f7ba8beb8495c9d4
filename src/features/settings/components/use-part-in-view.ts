import { useEffect, useState } from "react";

/** Excludes the line of links, and the space below it at which a link's target stops. */
const belowIndex = "-96px 0px 0px 0px";

/**
 * The part of the page being read: the part in the URL while it is completely in view, otherwise the first one in view.
 * @param parts ids of elements
 */
export function usePartInView<Part extends string>(parts: readonly Part[]) {
  const [current, setCurrent] = useState<Part>();
  useEffect(() => {
    const seen = new Map<string, IntersectionObserverEntry>();
    const observer = new IntersectionObserver(
      (entries) => {
        for (const entry of entries) seen.set(entry.target.id, entry);
        const isWhole = (part: Part) => (seen.get(part)?.intersectionRatio ?? 0) > 0.99;
        // At the end of the page, two parts may be in view, and a link to the second one scrolls nothing.
        const asked = parts.find((part) => location.hash === `#${part}` && isWhole(part));
        const first = parts.find((part) => seen.get(part)?.isIntersecting);
        setCurrent((before) => asked ?? first ?? before);
      },
      { rootMargin: belowIndex, threshold: [0, 1] },
    );
    for (const part of parts) {
      const element = document.getElementById(part);
      if (element) observer.observe(element);
    }
    return () => observer.disconnect();
  }, [parts]);
  return [current, setCurrent] as const;
}
